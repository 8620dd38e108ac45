/**
 * A rater's vote for a whole trace in one mode, as a letter of a stored vector: present if any segment is; else unsure if any is; else
 * absent if every segment the seat asks for was submitted; else null, missing. `letters` are those of the submitted segments.
 */
export function traceVote(letters: readonly string[], asked: number): 'p' | 'u' | 'a' | null {
  if (letters.includes('p')) return 'p'
  if (letters.includes('u')) return 'u'
  return letters.length >= asked && asked > 0 ? 'a' : null
}
