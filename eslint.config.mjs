import parser from '@typescript-eslint/parser'
import solid from 'eslint-plugin-solid'

/** Biome formats and lints; this one rule it does not have. */
export default [
  {
    files: ['client/**/*.tsx', 'client/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.test.tsx'],
    languageOptions: { parser },
    plugins: { solid },
    rules: { 'solid/reactivity': 'error' },
  },
]
