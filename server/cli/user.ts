import { Command, Option } from 'commander'
import type { Role } from '../../shared/accounts/role.ts'
import { createSignInLink, putAccount, putMembership } from '../features/accounts/index.ts'
import { ensureProject } from '../features/projects/index.ts'
import { UsageError } from './failure.ts'
import { configOf, type PlaceOptions, withPlace, writing } from './place.ts'

type AddOptions = PlaceOptions & { project: string; role: Role; name?: string; address?: string }

const LINK_DAYS = 3

export function userCommand(): Command {
  const add = withPlace(
    new Command('add')
      .description('give a person a role in a project, and print a sign-in link for them (once, for three days)')
      .argument('<id>', 'short name: small letters, digits, dots, hyphens')
      .requiredOption('--project <P>', 'the project; made with the defaults when missing')
      .addOption(new Option('--role <ROLE>', 'what they may do').choices(['annotator', 'lead', 'admin']).default('annotator'))
      .option('--name <NAME>', 'name to show')
      .option('--address <URL>', 'where the server is reached (default http://localhost:4180/)'),
  ).action(async (id: string, options: AddOptions) => {
    const address = addressOf(options)
    const token = await writing(options, async ({ deps }) => {
      const { created } = await ensureProject(deps, { id: options.project })
      if (created) console.error(`Project "${options.project}" was missing and has been made, with codebook MAST-14 and segments by turn.`)
      await putAccount(deps, { id, name: options.name ?? id })
      await putMembership(deps, options.project, id, options.role)
      return createSignInLink(deps, id, { isReusable: false, days: LINK_DAYS })
    })
    console.log(new URL(`sign-in/${token}`, address).href)
  })
  return new Command('user').description('people and their roles').addCommand(add)
}

/** Where the links lead, with a slash at the end: as given, or as a server with these settings is reached on this machine. */
function addressOf(options: AddOptions): URL {
  const { port, basePath } = configOf(options)
  const given = options.address ?? `http://localhost:${port}${basePath}`
  const url = URL.canParse(given) ? new URL(given) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`"${given}" is no address of a server. Write it as in https://labels.example.org/`)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
