import { byOrder, type Ordered } from '../../byOrder.ts'
import { type Ctx, signedInActor } from '../api/context.ts'
import { mayUse } from '../api/permissionLimits.ts'
import { type Filters, type List, routeTo } from './lists.ts'

/** Entry of a card with its page. `day`: date on which it is due or takes place. */
export type CardLine = { title: string; about: string; day: string | null; isOver: boolean; route: string }

/** `order`: its position until the user moves it. */
type Card = Ordered & {
  code: string
  name: string
  /** Permissions of which one is needed to see the card. */
  may: readonly `staff:${string}`[]
  /** Text of an empty card. */
  empty: string
  /** Counted by the very lists to which they lead. */
  figures?: readonly { name: string; of: List; filters: Filters }[]
  /** Returns at most `limit` entries, the most pressing first. */
  lines: (ctx: Ctx, limit: number) => Promise<CardLine[]>
}

const all: Card[] = []

/** Registers cards for the workbench, about today's or this week's work. The module that owns the work defines them. */
export function defineDeskCards(...cards: Card[]): void {
  all.push(...cards)
  all.sort(byOrder)
}

const MAX_CARD_LINES = 8

type Own = { order: readonly string[]; hidden: readonly string[] }

/** The cards of who asks in their own order. What they have hidden is named and not read. */
export async function readDeskCards(ctx: Ctx, { order, hidden }: Own) {
  const placeOf = (code: string) => (order.includes(code) ? order.indexOf(code) : order.length)
  const own = all
    .filter(({ may }) => may.some(one => mayUse(ctx, one)))
    .toSorted((one, other) => placeOf(one.code) - placeOf(other.code))
  const cards = []
  for (const { code, name, empty, figures = [], lines } of own) {
    const isHidden = hidden.includes(code)
    const shown = { code, name, empty, isHidden }
    cards.push(
      isHidden
        ? { ...shown, figures: [], lines: [] }
        : { ...shown, figures: await count(ctx, figures), lines: await lines(ctx, MAX_CARD_LINES) },
    )
  }
  return cards
}

/** Counts one list after the other: the workbench is opened often and must leave connections to people at work. */
async function count(ctx: Ctx, figures: NonNullable<Card['figures']>) {
  const counted: { name: string; count: number; more: boolean; route: string }[] = []
  for (const { name, of, filters } of figures) {
    const { total, more = false } = await of.count(ctx, filters)
    counted.push({ name, count: total, more, route: routeTo(of.screen, filters) })
  }
  return counted
}

export const cardCodes = (ctx: Ctx): string[] =>
  all
    .filter(({ may }) => may.some(one => signedInActor(ctx).permissions.includes(one) || mayUse(ctx, one)))
    .map(({ code }) => code)
