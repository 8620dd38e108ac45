/** Whether the person is typing, choosing or answering a dialog, so that no single key may act. */
export function isTyping(event: KeyboardEvent): boolean {
  // 229 is what a key says while an input method composes; Safari sends it after `isComposing` has gone.
  if (event.isComposing || event.keyCode === 229) return true
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]')) return true
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'radio'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Enter and the space bar belong to the control that has the focus; so do the arrow keys of a group. */
export function belongsToFocus(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false
  const target = event.target
  return target instanceof HTMLElement && target.closest('button, a[href], summary, input, [role="option"]') !== null
}
