/** The dependency rules of docs/architecture.md, checked by `npm run check`. */
const feature = '^server/features/([^/]+)/'
const tests = '\\.test\\.tsx?$|^test/|^scripts/'

/** Floors of the server, from the ground up; an import may only point down (or stay). */
const floors = [
  ['migrations'],
  ['server/db'],
  ['server/(hub|deps|config|hash|event-log|in-slices|paths|secret)\\.ts', 'server/plugins/errors\\.ts', 'server/plugins/security\\.ts'],
  ['server/features/accounts'],
  ['server/features/codebooks'],
  ['server/features/projects'],
  ['server/features/traces'],
  ['server/features/assignments'],
  ['server/features/labels'],
  ['server/features/(adjudication|agreement)'],
  ['server/features/gold'],
  ['server/features/overview'],
  ['server/features/live'],
  ['server/plugins/client\\.ts', 'server/(app|installation)\\.ts'],
  ['server/main\\.ts'],
  ['server/cli'],
]
/** The same for the pure code that both sides share. */
const sharedFloors = [
  ['shared/(ids|assert|errors|group-by)\\.ts', 'shared/accounts'],
  ['shared/(codebooks|traces|assignments)'],
  ['shared/segments'],
  ['shared/labels'],
  ['shared/(agreement|aggregation)'],
  ['shared/adjudication'],
  ['shared/gold'],
  ['shared/(live|http)'],
]

const ladder = (name, steps) =>
  steps.slice(0, -1).map((floor, index) => ({
    name: `${name}-floor-${index + 1}`,
    comment: `${floor.join(', ')} is a low floor: it may not import what stands above it.`,
    severity: 'error',
    from: { path: floor.map((part) => `^${part}`), pathNot: tests },
    to: {
      path: steps
        .slice(index + 1)
        .flat()
        .map((part) => `^${part}`),
    },
  }))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-is-pure',
      comment: 'shared/ imports shared/, zod/mini and one parser (the terminal emulator) only: no Node, no DOM, no database.',
      severity: 'error',
      from: { path: '^shared/', pathNot: tests },
      to: { pathNot: ['^shared/', '^node_modules/zod/(v4/)?mini', '^node_modules/@xterm/headless/'] },
    },
    { name: 'client-not-server', severity: 'error', from: { path: '^client/' }, to: { path: '^(server|migrations)/' } },
    { name: 'server-not-client', severity: 'error', from: { path: '^(server|shared|migrations)/' }, to: { path: '^client/' } },
    {
      name: 'features-by-front-door',
      comment: 'A feature imports another only through its index.ts.',
      severity: 'error',
      from: { path: feature },
      to: { path: feature, pathNot: ['^server/features/$1/', '^server/features/[^/]+/index\\.ts$'] },
    },
    {
      name: 'outside-by-front-door',
      severity: 'error',
      from: { path: '^server/', pathNot: [feature, tests] },
      to: { path: feature, pathNot: '^server/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'nobody-imports-live',
      severity: 'error',
      from: { path: '^server/features/', pathNot: '^server/features/live/' },
      to: { path: '^server/features/live/' },
    },
    {
      name: 'migrations-stand-alone',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { pathNot: ['^migrations/', '^node_modules/kysely/'] },
    },
    {
      name: 'production-not-tests',
      severity: 'error',
      from: { path: '^(server|client|shared|migrations)/', pathNot: '\\.test\\.tsx?$|/testing\\.ts$' },
      to: { path: '\\.test\\.tsx?$|^test/|/testing\\.ts$' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^client/ui/' },
      to: { path: '^client/(features|live|trace-view|http)/|^shared/', pathNot: '^shared/assert\\.ts$' },
    },
    {
      name: 'client-features-apart',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/features/', pathNot: '^client/features/$1/' },
    },
    {
      name: 'trace-view-below-features',
      severity: 'error',
      from: { path: '^client/(trace-view|live|keyboard|http)/' },
      to: { path: '^client/features/' },
    },
    {
      name: 'only-db-knows-drivers',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(db|installation)' },
      to: { path: '^node_modules/(better-sqlite3|pg)/' },
    },
    ...ladder('server', floors),
    ...ladder('shared', sharedFloors),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
