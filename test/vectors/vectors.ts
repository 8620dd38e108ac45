/** Reads the number files of this folder and compares figures the way they ask for. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** One vector: an id, a kind, an input and the expected figures; null = undefined (0/0). */
export interface Vector {
  readonly id: string
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

/** The parsed content of a file beside this one. */
export function readVectorFile(name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}

/** The vectors of one kind in a file. */
export function vectorsOfKind(name: string, kind: string): Vector[] {
  const { vectors } = readVectorFile(name) as { vectors: Vector[] }
  return vectors.filter((vector) => vector.kind === kind)
}

const RELATIVE = 1e-10
const ABSOLUTE = 1e-12

/** True within a relative 1e-10 or an absolute 1e-12; arrays element by element; null only equals null. */
export function isClose(actual: unknown, expected: unknown): boolean {
  if (expected === null || actual === null) return actual === expected
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((value, i) => isClose(actual[i], value))
  }
  if (typeof expected !== 'number' || typeof actual !== 'number') return actual === expected
  const difference = Math.abs(actual - expected)
  return difference <= RELATIVE * Math.abs(expected) || difference <= ABSOLUTE
}

/** Fails with the statistic's name when a figure is off. */
export function expectFigure(name: string, actual: unknown, expected: unknown): void {
  expect(isClose(actual, expected), `${name}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`).toBe(true)
}
