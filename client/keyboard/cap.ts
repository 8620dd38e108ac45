const written: Record<string, string> = { Escape: 'Esc', 'Ctrl+k': 'Ctrl K', ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓' }

/** How a stroke is printed on a key cap. */
export function capOf(stroke: string): string {
  return written[stroke] ?? stroke
}
