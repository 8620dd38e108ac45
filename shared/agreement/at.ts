/** The element at an index that is known to exist; an index outside is a bug and throws instead of becoming NaN. */
export function at(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`No element ${index} among ${values.length}.`)
  return value
}
