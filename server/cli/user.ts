import { Command, Option } from 'commander'
import type { Role } from '../../shared/accounts/role.ts'
import { createSignInLink, putAccount, putMembership } from '../features/accounts/index.ts'
import { ensureProject } from '../features/projects/index.ts'
import { type PlaceOptions, withPlace, writing } from './place.ts'

type AddOptions = PlaceOptions & { project: string; role: Role; name?: string; address: string }

const LINK_DAYS = 3

export function userCommand(): Command {
  const add = withPlace(
    new Command('add')
      .description('give a person a role in a project, and print a sign-in link for them (once, for three days)')
      .argument('<id>', 'short name: small letters, digits, dots, hyphens')
      .requiredOption('--project <P>', 'the project; made with the defaults when missing')
      .addOption(new Option('--role <ROLE>', 'what they may do').choices(['annotator', 'lead', 'admin']).default('annotator'))
      .option('--name <NAME>', 'name to show')
      .option('--address <URL>', 'where the server is reached', 'http://localhost:4180/'),
  ).action(async (id: string, options: AddOptions) => {
    const token = await writing(options, async ({ deps }) => {
      await ensureProject(deps, { id: options.project })
      await putAccount(deps, { id, name: options.name ?? id })
      await putMembership(deps, options.project, id, options.role)
      return createSignInLink(deps, id, { isReusable: false, days: LINK_DAYS })
    })
    console.log(new URL(`sign-in/${token}`, options.address).href)
  })
  return new Command('user').description('people and their roles').addCommand(add)
}
