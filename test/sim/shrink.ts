/** Makes a broken history smaller as long as it stays broken, and tells what is left of it. */
import { type Outcome, playHistory } from './history.ts'
import { type Plan, planText } from './plan.ts'
import type { Template } from './template.ts'

type Broken = Extract<Outcome, { kind: 'broken' }>

async function shrink(template: Template, plan: Plan, outcome: Broken): Promise<{ plan: Plan; outcome: Broken }> {
  let least = { plan, outcome }
  const attempt = async (smaller: Plan): Promise<boolean> => {
    const again = await playHistory(template, smaller)
    if (again.kind === 'broken') least = { plan: smaller, outcome: again }
    return again.kind === 'broken'
  }
  for (const fault of plan.faults) {
    await attempt({ ...least.plan, faults: least.plan.faults.filter((one) => one !== fault) })
  }
  while (least.plan.seconds > 5 && (await attempt({ ...least.plan, seconds: Math.floor(least.plan.seconds * 0.7) })));
  return least
}

/** Plays a history; throws with its seed, the least of it that still breaks, and what happened in that. */
export async function mustHold(template: Template, plan: Plan): Promise<void> {
  const outcome = await playHistory(template, plan)
  if (outcome.kind === 'held') return
  const least = await shrink(template, plan, outcome)
  throw new Error(
    [
      `History ${plan.seed} broke a promise: ${outcome.error.message}`,
      `The least that still breaks one: ${planText(least.plan)}`,
      least.outcome.error.stack ?? least.outcome.error.message,
      least.outcome.trail,
    ].join('\n'),
  )
}
