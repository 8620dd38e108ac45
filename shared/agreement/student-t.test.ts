import { describe, expect, it } from 'vitest'
import { incompleteBeta } from './incomplete-beta.ts'
import { logGamma } from './log-gamma.ts'
import { normalCdf, normalQuantile, Z_975 } from './normal.ts'
import { studentQuantile, studentUpperTail } from './student-t.ts'
import { cdflibStudentQuantile } from './student-t-cdflib.ts'

const relative = (actual: number, expected: number) => Math.abs(actual / expected - 1)

describe('distributions', () => {
  it('knows the normal quantile that simple-statistics 7.12.1 gets wrong (probit(0.975) = 1.95716)', () => {
    expect(relative(normalQuantile(0.975), Z_975)).toBeLessThan(1e-15)
    expect(relative(normalQuantile(1e-10), -6.361340902404056)).toBeLessThan(1e-15)
  })

  it('inverts the normal distribution far into the tails', () => {
    for (const z of [-30, -8, -5, -2.5, -1, -0.1]) expect(relative(normalQuantile(normalCdf(z)), z)).toBeLessThan(1e-13)
    expect(relative(normalCdf(-5), 2.866515718791939e-7)).toBeLessThan(1e-13)
    expect(relative(normalCdf(-2), 0.02275013194817921)).toBeLessThan(1e-13)
  })

  it('knows ln Gamma and the incomplete beta function at printed arguments', () => {
    expect(relative(logGamma(0.5), Math.log(Math.sqrt(Math.PI)))).toBeLessThan(1e-14)
    expect(relative(logGamma(20), Math.log(121645100408832000))).toBeLessThan(4e-15)
    expect(Math.abs(incompleteBeta(0.3, 1, 1) - 0.3)).toBeLessThan(1e-14)
    expect(Math.abs(incompleteBeta(0.25, 2, 3) - 0.26171875)).toBeLessThan(1e-14)
  })

  it('knows the quantile of Student t for few, many and very many degrees of freedom (scipy 1.13)', () => {
    const printed: [number, number][] = [
      [1, 12.706204736174694],
      [5, 2.5705818356363146],
      [49, 2.0095752371292392],
      [249, 1.9695368676403504],
    ]
    for (const [df, t] of printed) expect(relative(studentQuantile(0.975, df), t)).toBeLessThan(1e-13)
    expect(relative(studentUpperTail(studentQuantile(0.975, 5000), 5000), 0.025)).toBeLessThan(1e-11)
    expect(relative(studentQuantile(0.975, 999.999), studentQuantile(0.975, 1000))).toBeLessThan(1e-8)
  })

  it('knows where CDFLIB stops, within 2e-9 of the exact quantile (scipy 1.10.1)', () => {
    const printed: [number, number][] = [
      [1, 12.706204736432094],
      [5, 2.5705818366147395],
      [7, 2.364624251010299],
      [49, 2.0095752344892084],
      [249, 1.9695368676395821],
    ]
    for (const [df, t] of printed) expect(relative(cdflibStudentQuantile(0.975, df), t)).toBeLessThan(1e-14)
    for (let df = 1; df < 2000; df += 1 + Math.floor(df / 20)) {
      expect(relative(cdflibStudentQuantile(0.975, df), studentQuantile(0.975, df))).toBeLessThan(4e-9)
    }
  })
})
