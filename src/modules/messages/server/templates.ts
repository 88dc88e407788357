import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { fillIn, type Values } from '../placeholders.ts'
import { messageTemplate } from './tables.ts'

export type Wording = { title: string; content: string; sms: string }
/** Filled in; `mandatory` goes with it to whoever sends it. */
export type Rendered = Wording & { mandatory: boolean }

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
  /** Placeholders that the text must contain. */
  needs?: readonly string[]
}

const templates = new Map<string, Template>()

/** The module that sends the message defines it. `sms` empty: it goes to the member centre alone. */
export function defineTemplate(template: Template): Template {
  if (templates.has(template.code)) throw new Error(`two templates are called ${template.code}`)
  templates.set(template.code, template)
  return template
}

export const allTemplates = () => [...templates.values()]
export const templateOf = (code: string): Template | undefined => templates.get(code)

type Row = typeof messageTemplate.$inferSelect

export const wordingOf = ({ title, content, sms }: Template, row: Row | undefined): Wording => ({
  title: row?.title ?? title,
  content: row?.content ?? content,
  sms: row?.sms ?? sms,
})

/** Reads the current wording with its placeholders. */
export async function readWording({ db }: Pick<Ctx, 'db'>, code: string): Promise<Wording> {
  const template = templates.get(code)
  if (!template) throw new Error(`there is no template called ${code}`)
  const [row] = await db.select().from(messageTemplate).where(eq(messageTemplate.code, code))
  return wordingOf(template, row)
}

export async function renderTemplate(ctx: Pick<Ctx, 'db'>, code: string, values: Values): Promise<Rendered> {
  const { title, content, sms } = await readWording(ctx, code)
  const mandatory = templates.get(code)?.mandatory === true
  return { title: fillIn(title, values), content: fillIn(content, values), sms: fillIn(sms, values), mandatory }
}
