/** The only file that reads the environment. Flags of the command line win over it; all problems are reported at once. */
import * as z from 'zod'
import type { DatabasePlace } from './db/open-database.ts'

/** A setting that cannot be used: on the command line that is wrong usage. */
export class ConfigError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'ConfigError'
  }
}

const PORT = 'must be a whole number from 0 to 65535'

const Settings = z.object({
  host: z.string().default('127.0.0.1'),
  port: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65535, PORT).default(4180),
  data: z.string().min(1).default('./data'),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  /** Path the app is mounted under, with slashes at both ends. */
  basePath: z
    .string()
    .regex(/^\/([^/]+\/)*$/, 'must start and end with a slash')
    .default('/'),
  /** Browser origins that may talk to the server, besides its own loopback addresses. */
  origins: z.array(z.url()).default([]),
  /** Names under .localhost that also lead here; the demo has one per person. */
  loopbackNames: z.array(z.string().regex(/^[a-z0-9-]+\.localhost$/)).default([]),
  leaseMinutes: z.coerce
    .number()
    .min(1)
    .max(7 * 24 * 60)
    .default(60),
  maxUploadBytes: z.coerce
    .number()
    .int()
    .min(1024)
    .default(256 * 1024 * 1024),
  maxFileBytes: z.coerce
    .number()
    .int()
    .min(1024)
    .default(256 * 1024 * 1024),
})

export type Settings = z.infer<typeof Settings>
export type Config = Omit<Settings, 'databaseUrl' | 'data'> & { readonly data: string; readonly database: DatabasePlace }

/** Settings as they may come from a command line; undefined = not given. */
export type GivenSettings = { readonly [K in keyof Settings]?: Settings[K] | string | undefined }

function fromEnvironment(env: NodeJS.ProcessEnv): GivenSettings {
  return {
    host: env['TOUCHSTONE_HOST'],
    port: env['TOUCHSTONE_PORT'],
    data: env['TOUCHSTONE_DATA'],
    databaseUrl: env['TOUCHSTONE_DATABASE_URL'],
    basePath: env['TOUCHSTONE_BASE_PATH'],
    origins: env['TOUCHSTONE_ORIGINS']?.split(',').filter((origin) => origin !== ''),
    leaseMinutes: env['TOUCHSTONE_LEASE_MINUTES'],
    maxUploadBytes: env['TOUCHSTONE_MAX_UPLOAD_BYTES'],
    maxFileBytes: env['TOUCHSTONE_MAX_FILE_BYTES'],
  }
}

function given(settings: GivenSettings): GivenSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** Throws one error that lists every setting that is wrong, and how. */
export function readConfig(flags: GivenSettings, env: NodeJS.ProcessEnv = process.env): Config {
  const read = Settings.safeParse({ ...given(fromEnvironment(env)), ...given(flags) })
  if (!read.success) {
    const problems = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration cannot be used:\n${problems.join('\n')}`)
  }
  const { databaseUrl, ...settings } = read.data
  const database: DatabasePlace = databaseUrl
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'sqlite', file: `${settings.data}/touchstone.db` }
  return { ...settings, database }
}
