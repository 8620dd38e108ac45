/**
 * How far apart two categories are: disagreement weights d_ij as a k * k row-major matrix, 0 on the diagonal.
 * The agreement weight of the papers is w_ij = 1 - d_ij.
 */
export type DisagreementWeights = Float64Array

/** Named schemes: nominal d = 1, linear |i-j|/(k-1), quadratic (i-j)^2/(k-1)^2 (Cicchetti-Allison, Fleiss-Cohen); or a matrix. */
export type WeightScheme = 'nominal' | 'linear' | 'quadratic' | DisagreementWeights

/** The disagreement matrix of a scheme for k categories. A matrix of one's own must be k x k, non-negative, with a zero diagonal. */
export function disagreementWeights(scheme: WeightScheme, k: number): DisagreementWeights {
  if (typeof scheme !== 'string') return checked(scheme, k)
  const weights = new Float64Array(k * k)
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const distance = Math.abs(i - j)
      if (distance === 0) continue
      if (scheme === 'nominal') weights[i * k + j] = 1
      else if (scheme === 'linear') weights[i * k + j] = distance / (k - 1)
      else weights[i * k + j] = (distance * distance) / ((k - 1) * (k - 1))
    }
  }
  return weights
}

function checked(weights: DisagreementWeights, k: number): DisagreementWeights {
  if (weights.length !== k * k) throw new RangeError(`Weights for ${k} categories are ${k * k} numbers, not ${weights.length}.`)
  weights.forEach((weight, index) => {
    const onDiagonal = index % (k + 1) === 0
    if (!(weight >= 0 && Number.isFinite(weight)) || (onDiagonal && weight !== 0)) {
      throw new RangeError('Disagreement weights are finite, not negative, and 0 on the diagonal.')
    }
  })
  return weights
}
