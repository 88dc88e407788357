import { matchesName } from '../../menu/spelling.ts'
import type { Group, StaffEntry } from '../../screen.ts'

/** Choice of the palette: a record, a screen, an action, or the full list of matches. */
export type Choice = { title: string; about: string; route: string; kind: string }
export type Choices = { name: string; choices: Choice[] }

const MAX_SHOWN = 5

/** Screens of the menu, and what can be begun there, by their names or these in pinyin. */
export function findEntries(groups: readonly Group<StaffEntry>[], typed: string): Choices[] {
  const entries = groups.flatMap(({ name: area, entries }) => entries.map(entry => ({ area, ...entry })))
  const screens = entries.map(({ name, area, to }) => ({ title: name, about: area, route: to, kind: '页面' }))
  const acts = entries.flatMap(({ name: screen, acts = [] }) =>
    acts.map(({ name, to }) => ({ title: name, about: screen, route: to, kind: '操作' })),
  )
  const wanted = typed.toLowerCase().replace(/\s/g, '')
  const isMeant = ({ choices }: Choices) => Number(choices[0]?.title.toLowerCase() === wanted)
  return [
    { name: '操作', choices: matchNames(acts, wanted) },
    { name: '页面', choices: matchNames(screens, wanted) },
  ]
    .filter(({ choices }) => choices.length > 0)
    .toSorted((one, other) => isMeant(other) - isMeant(one))
}

/** Finds matching choices: exact names first, then names that begin with the text. */
function matchNames(all: readonly Choice[], wanted: string): Choice[] {
  if (wanted === '') return []
  const closeness = ({ title }: Choice) =>
    title.toLowerCase() === wanted ? 2 : Number(title.toLowerCase().startsWith(wanted))
  return all
    .filter(({ title }) => matchesName(title, wanted))
    .toSorted((one, other) => closeness(other) - closeness(one))
    .slice(0, MAX_SHOWN)
}

type Found = { name: string; things: Omit<Choice, 'kind'>[]; more: boolean; list: string | null }

/** Results of the server, followed by a link to the full list if there are more. */
export const toChoices = ({ name, things, more, list }: Found, typed: string): Choices => ({
  name,
  choices: [
    ...things.map(thing => ({ ...thing, kind: name })),
    ...(more && list !== null
      ? [{ title: `“${typed}”的全部${name}`, about: '打开列表', route: list, kind: '列表' }]
      : []),
  ],
})
