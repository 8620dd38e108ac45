/** The keys of the label screen, as data. */
import type { Command } from '../../keyboard/keyboard.tsx'
import { toggleOutputs, toggleReasoning } from '../../trace-view/folds.ts'
import { snapToGraphemes, textOf } from '../../trace-view/selection.ts'
import type { Conflicts } from './conflicts.ts'
import type { Finish } from './finish.tsx'
import type { Labelling } from './labelling.tsx'
import { readSelection } from './scrolling.ts'

export function labelCommands(labelling: Labelling, finish: Finish, conflicts: Conflicts): Command[] {
  const { place } = labelling
  const shared = [...moves(labelling), ...overlays(labelling), ...conflictKeys(conflicts)]
  return place.isReview() ? [...reviewing(labelling, finish), ...shared] : [...labels(labelling), ...reading(labelling), ...shared]
}

function labels(labelling: Labelling): Command[] {
  const { acts, codebook } = labelling
  const group = 'Label'
  const modes = codebook.modes.map((mode): Command => {
    return {
      id: `mode.${mode.id}`,
      keys: [mode.code.split('.').join(' ')],
      title: `${mode.code} ${mode.name}`,
      group: 'Modes',
      run: () => acts.mark(mode.id),
    }
  })
  return [
    { id: 'nothing', keys: ['0'], title: 'Nothing here', group, run: acts.nothing },
    { id: 'submit', keys: ['Enter'], title: 'Submit and next', group, run: () => void acts.submit() },
    { id: 'unsure', keys: ['u'], title: 'Unsure about the focused mode', group, run: () => acts.markFocused('unsure') },
    { id: 'not-applicable', keys: ['i'], title: 'Focused mode is not applicable', group, run: () => acts.markFocused('not_applicable') },
    { id: 'evidence', keys: ['e'], title: 'Evidence from the selection', group, run: () => takeEvidence(labelling) },
    { id: 'note', keys: ['n'], title: 'Note on the focused mode', group, run: () => acts.onFocused(() => labelling.setNoting(true)) },
    { id: 'decisive', keys: ['d'], title: 'Decisive step: here the run was lost', group, run: acts.decisive },
    { id: 'undo', keys: ['z', 'Ctrl+z'], title: 'Undo in this segment', group, run: acts.undo },
    { id: 'later', keys: ['l'], title: 'Later: put this segment off', group, run: () => void acts.later() },
    { id: 'rest', keys: ['b'], title: 'Rest of the trace: nothing here', group, run: () => labelling.open('rest') },
    ...modes,
  ]
}

function takeEvidence(labelling: Labelling): void {
  const { acts, place, segments } = labelling
  acts.onFocused((mode) => {
    const selected = readSelection()
    const segment = segments.get(place.at())
    if (selected === 'none') return acts.say({ tone: 'plain', text: 'Select the words in the segment first, then press e.' })
    if (selected === 'elsewhere' || !segment) {
      return acts.say({
        tone: 'warn',
        text: `The selection lies outside of segment ${place.at() + 1}. Evidence is quoted from the segment it is about.`,
      })
    }
    const quote = snapToGraphemes(textOf(segment.parts), selected.start, selected.end)
    if (!quote) return acts.say({ tone: 'plain', text: 'There is nothing to quote in this selection.' })
    acts.addEvidence({ mode: mode.id, ...quote })
    window.getSelection()?.removeAllRanges()
  })
}

function moves(labelling: Labelling): Command[] {
  const { acts, place } = labelling
  const group = 'Move'
  const move = (id: string, keys: string, title: string, run: () => void): Command => ({
    id,
    keys: [keys],
    title,
    group,
    run: () => acts.go(run),
    repeats: true,
  })
  return [
    move('next', 'j', 'Next segment', () => place.step(1)),
    move('previous', 'k', 'Previous segment', () => place.step(-1)),
    move('same-next', ']', 'Next segment of the same agent', () => place.stepSameActor(1)),
    move('same-previous', '[', 'Previous segment of the same agent', () => place.stepSameActor(-1)),
    { id: 'review', keys: [], title: 'Review the whole trace', group, run: () => acts.goTo(labelling.trace.segments.length) },
  ]
}

function reading(labelling: Labelling): Command[] {
  const { folds, place, segments } = labelling
  const group = 'Read'
  const here = () => segments.get(place.at())
  return [
    { id: 'task', keys: ['t'], title: 'Open or close the task', group, run: () => labelling.setTaskOpen(!labelling.isTaskOpen()) },
    {
      id: 'reasoning',
      keys: ['r'],
      title: 'Open or close the reasoning',
      group,
      run: () => {
        const segment = here()
        if (segment) toggleReasoning(folds, segment)
      },
    },
    {
      id: 'outputs',
      keys: ['o'],
      title: 'Show outputs in full, or clamp them',
      group,
      run: () => {
        const segment = here()
        if (segment) toggleOutputs(folds, segment)
      },
    },
    { id: 'find', keys: ['/'], title: 'Find in the trace', group, run: labelling.find.open },
    { id: 'guideline', keys: ['g'], title: 'Guideline of the focused mode', group, run: () => labelling.open('guideline') },
  ]
}

function overlays(labelling: Labelling): Command[] {
  const group = 'More'
  return [
    { id: 'skip', keys: ['s'], title: 'Skip this trace: hand the seat back', group, run: () => labelling.open('skip') },
    { id: 'palette', keys: ['Ctrl+k'], title: 'Find a command', group, run: () => labelling.open('palette'), unlisted: false },
    { id: 'keys', keys: ['?'], title: 'All keys', group, run: () => labelling.open('keys') },
  ]
}

function reviewing(labelling: Labelling, finish: Finish): Command[] {
  const group = 'Submit the trace'
  return [
    { id: 'submit', keys: ['Enter'], title: 'Submit the trace, or go to the next open segment', group, run: finish.submit },
    ...finish.choices.map((choice) => ({
      id: `completed.${choice.value}`,
      keys: [choice.keys],
      title: `Task completed: ${choice.word}`,
      group,
      run: () => finish.choose(choice.value),
    })),
    { id: 'task', keys: ['t'], title: 'Open or close the task', group, run: () => labelling.setTaskOpen(!labelling.isTaskOpen()) },
  ]
}

function conflictKeys(conflicts: Conflicts): Command[] {
  const first = conflicts.list()[0]
  if (!first) return []
  const group = 'Conflict'
  const leave: Command = { id: 'conflict.leave', keys: ['x'], title: first.leaveWord, group, run: first.leave }
  return first.takeUp ? [leave, { id: 'conflict.mine', keys: ['m'], title: 'Take my answer up again', group, run: first.takeUp }] : [leave]
}
