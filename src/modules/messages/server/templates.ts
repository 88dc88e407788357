import { eq } from 'drizzle-orm'
import { fillIn, namesIn, type Values } from '#lib/placeholders.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { SmsText } from '#lib/server/outbox/queue.ts'
import { defineSmsKind, type SmsVariable } from '#lib/server/outbox/smsVariables.ts'
import { smsVariables } from './smsVariables.ts'
import { messageTemplate } from './tables.ts'

export type Wording = { title: string; content: string; sms: string }
/** Filled in; `mandatory` goes with it to whoever sends it. `sms` undefined: no text message. */
export type Rendered = Omit<Wording, 'sms'> & { sms: SmsText | undefined; mandatory: boolean }

/** A message that the program sends by itself, as it words it; the association may word it differently. */
export type Template = Wording & {
  code: string
  /** Heading under which it is listed. */
  group: string
  name: string
  /** Placeholders that may stand in braces, each with a sample. */
  placeholders: Values
  /** The law or a deadline demands it: its text cannot be switched off, neither by who gets it nor by being left empty. */
  mandatory?: true
  /** Sent by text only: there is no account whose inbox could show it, or it contains a code. */
  smsOnly?: true
  /**
   * Paths of this site that stand for a placeholder: fixed words, which a provider approves with the rest of the text. A
   * variable must not be an address.
   */
  addresses?: Values
  /** Variables of the text that mean something else here than the word means elsewhere (`smsVariables`). */
  variables?: Record<string, SmsVariable>
  /**
   * A placeholder that stands for one of a few fixed words, as with `addresses`: a provider approves a text with each of
   * them, under the code of the message with `#` and their own. The one without a code stands for all that are not filed.
   */
  variants?: { placeholder: string; all: () => readonly { code: string; words: string }[] }
  /** Placeholders that the text must contain. */
  needs?: readonly string[]
}

const templates = new Map<string, Template>()

/** The module that sends the message defines it. `sms` empty: it goes to the member centre alone. */
export function defineTemplate(template: Template): Template {
  if (templates.has(template.code)) throw new Error(`two templates are called ${template.code}`)
  templates.set(template.code, template)
  defineSmsKind(template.code, variablesOf(template))
  return template
}

/** Variables of any text that the association may write for it. */
const variablesOf = ({ placeholders, variables }: Template): Record<string, SmsVariable> => {
  const known: Record<string, SmsVariable> = { ...smsVariables, ...variables }
  return Object.fromEntries(Object.keys(placeholders).flatMap(name => (known[name] ? [[name, known[name]]] : [])))
}

/** Addresses of this site that its texts name. */
export const addressesOf = ({ addresses = {} }: Template, { publicUrl }: Pick<Ctx['config'], 'publicUrl'>): Values =>
  Object.fromEntries(Object.entries(addresses).map(([name, path]) => [name, publicUrl + path]))

export const allTemplates = () => [...templates.values()]
export const templateOf = (code: string): Template | undefined => templates.get(code)

type Row = typeof messageTemplate.$inferSelect

export const wordingOf = ({ title, content, sms, needs = [] }: Template, row: Row | undefined): Wording => ({
  title: row?.title ?? title,
  content: row?.content ?? content,
  // A wording from before the template needed a placeholder would leave the recipient without it.
  sms: row?.sms && needs.every(name => namesIn(row.sms!).includes(name)) ? row.sms : row?.sms === '' ? '' : sms,
})

/** Reads the current wording with its placeholders. */
export async function readWording({ db }: Pick<Ctx, 'db'>, code: string): Promise<Wording> {
  const template = templates.get(code)
  if (!template) throw new Error(`there is no template called ${code}`)
  const [row] = await db.select().from(messageTemplate).where(eq(messageTemplate.code, code))
  return wordingOf(template, row)
}

export async function renderTemplate(ctx: Pick<Ctx, 'db' | 'config'>, code: string, values: Values): Promise<Rendered> {
  const wording = await readWording(ctx, code)
  return renderWording(ctx, code, wording, values)
}

/** Fills in a wording that was read before, for many recipients. */
export function renderWording(
  ctx: Pick<Ctx, 'config'>,
  code: string,
  { title, content, sms }: Wording,
  given: Values,
): Rendered {
  const template = templates.get(code)!
  const values = { ...given, ...addressesOf(template, ctx.config) }
  return {
    title: fillIn(title, values),
    content: fillIn(content, values),
    sms: sms ? { text: fillIn(sms, values), template: code, values } : undefined,
    mandatory: template.mandatory === true,
  }
}
