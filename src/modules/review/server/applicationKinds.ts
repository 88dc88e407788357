import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Permission } from '#modules/accounts/colleagues/permissions.ts'
import { defineWorkKinds } from '#modules/accounts/roles/server/workKinds.ts'
import type { MessageKind } from '#modules/messages/messageKinds.ts'
import { type Stage, type State, stageOf } from '../workflow.ts'
import type { application } from './tables.ts'

export type Application = typeof application.$inferSelect

/** A place for files in an application. */
export type Slot = { code: string; name: string; required?: boolean; max: number; hint?: string }

export type Schema = { path: readonly Stage[]; fields: readonly FormField[]; slots: readonly Slot[] }

/** Something that can be applied for. The module whose business it is defines it; `review` knows no more of it. */
export type Kind = {
  kind: string
  name: string
  /** Of its numbers: `RH` in RH2026-000123. */
  prefix: string
  /** What is filled in, which files are wanted, which way it goes. It may differ from one application to the next. */
  schema: (
    ctx: Pick<Ctx, 'db' | 'now'>,
    application: Pick<Application, 'subjectId'> & Partial<Pick<Application, 'id' | 'form'>>,
  ) => Promise<Schema>
  /** Under which heading its messages stand. */
  messages: MessageKind
  /** The page on which the applicant goes on with it, in this state; the general one where it says nothing. */
  route?: (state: State, id: number, application: Application) => string
  /** Who or what it is about, from the form; or as it was called when it was begun. */
  title: (values: FormValues, application: Pick<Application, 'title'>) => string
  /** Its applicant fills it in by the calls of `applyingContract.ts`; without it the kind has calls of its own. */
  applicant?: Applicant
  /** What the readers of single fields cannot see, told together with what they find. */
  faults?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<FieldErrors>
  /** What only this business can check when it is handed in; throws what is wrong. */
  check?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<void>
  /** How it comes in: `queue` where there is no place left. In place of `submit`, after `check`. */
  comesIn?: (ctx: Ctx, handedIn: { application: Application; values: FormValues }) => Promise<'submit' | 'queue'>
  /** Whether its applicant may correct it while nobody has decided, or while it is unpaid: it is looked at anew then. */
  mayAmend?: boolean
  /** Until when the applicant must act in this state, or may wait; the usual time where it says nothing. */
  dueOn?: (ctx: Ctx, application: Application, state: State) => Promise<string | null>
  /** What the public is told of it in its notice. */
  notice?: (
    ctx: Ctx,
    application: Application,
    values: FormValues,
  ) => Promise<{ title: string; detail: string; provinceCode?: string; table?: NoticeTable }>
  /** How many days its notice hangs out at least, where five working days are fewer. */
  noticeDays?: number
  /** Why whoever asks may not decide on it, whatever their desk. */
  bars?: (ctx: Ctx, application: Application) => Promise<string | undefined>
  /** What the applicant says to have paid. */
  payment?: (ctx: Pick<Ctx, 'db'>, application: Application) => Promise<Payment | undefined>
  /** What else its reviewer should know: what the register says of the applicant, and where to go on. */
  aside?: (ctx: Ctx, application: Application, values: FormValues) => Promise<Aside[]>
  /** The place for its sealed paper, for which another way may stand where the association says so (`confirming`). */
  sealedSlot?: string
  /** Who hands it in without an account is told by SMS: the number, from the form. */
  phone?: (values: FormValues) => string
  /** Whose desk it lies on, where it is not that of the review, and where they find it. */
  desk?: (application: Application) => { permission: Permission; route: string } | undefined
  /** Stages that staff decide on a screen of their own, since there is more to say than yes or no. */
  elsewhere?: Partial<Record<Stage, Elsewhere>>
  /** What an announcement of several says of them: 拟吸收某某等 3 家单位为会员. */
  announces?: (first: string, count: number, of: { ctx: Ctx; ids: readonly number[] }) => string | Promise<string>
  /** What a meeting sees of it at a glance, beside its name. */
  agenda?: Agenda
  /** What reaching a state causes, in the transaction that reaches it. */
  entered?: Partial<Record<State, (ctx: Ctx, entered: Entered) => Promise<Effect | undefined>>>
}
/** `hint`: where to decide, as staff are told who try it here. `route`: what a message about it leads to. */
export type Elsewhere = { hint: string; route?: (id: number) => string }
/** Of whom an application is, and what it is about. */
export type About = { organisationId?: number | null; personId?: number | null; subjectId?: number | null }
/** What a kind adds to the side of its applicant. */
export type Applicant = {
  /** Who may begin one, and about what; throws why not. Absent: it is begun by a call of its own. */
  begin?: (ctx: Ctx, subjectId: number | undefined) => Promise<About>
  /** What of a new form is known already. */
  known?: (ctx: Ctx, about: About) => Promise<FormValues>
  /** Once one was approved the next may be begun. */
  again?: boolean
  /** Why the applicant may not write in it now, although it is their turn. */
  hindrance?: (ctx: Ctx, application: Application) => Promise<string | null>
  /** What follows from what was saved or handed in, in the same transaction; throws what is wrong. */
  written?: (ctx: Ctx, application: Application) => Promise<void>
}
/** `share`: of the width of the printed agenda, in millimetres. `rows`: by the application's id, cell by cell. */
export type Agenda = {
  columns: readonly { name: string; share: number }[]
  rows: (ctx: Ctx, applications: readonly Application[]) => Promise<Map<number, AgendaRow>>
}
/** `lacks`: what must be seen to before a meeting can decide on it. */
export type AgendaRow = { cells: string[]; lacks?: string | undefined }
/** Of whom a notice speaks, where they are many. */
export type NoticeTable = { head: string[]; rows: string[][] }
export type Entered = { application: Application; values: FormValues }
export type Aside = {
  title: string
  facts: { label: string; text: string; isBad?: boolean }[]
  link?: { name: string; route: string }
}
export type Payment = { amount: number; facts: { label: string; text: string }[]; slipId: number | null }
/** What came of it, and what its message adds. */
export type Effect = { resultId?: number; say?: string }

const kinds = new Map<string, Kind>()

export function defineKind(kind: Kind): Kind {
  if (kinds.has(kind.kind)) throw new Error(`two kinds of application are called ${kind.kind}`)
  kinds.set(kind.kind, kind)
  return kind
}

export function kindOf({ kind }: Pick<Application, 'kind'>): Kind {
  const found = kinds.get(kind)
  if (!found) throw new Error(`there is no kind of application called ${kind}`)
  return found
}

/** Where it is decided in this state, if its kind has a screen of its own for that. */
export function elsewhereOf(of: Application): Elsewhere | undefined {
  const stage = stageOf(of.state)
  return stage && kindOf(of).elsewhere?.[stage]
}

export const allKinds = () => [...kinds.values()]
defineWorkKinds(() => allKinds().map(({ kind, name }) => ({ code: kind, name })))

/** Of a kind that is the same for everybody. */
export const fixed = (schema: Partial<Schema> & Pick<Schema, 'path' | 'fields'>) => async (): Promise<Schema> => ({
  slots: [],
  ...schema,
})

/** The place for the sealed paper, where this application has one. */
export const sealIn = (of: Pick<Application, 'kind'>, { slots }: Pick<Schema, 'slots'>): Slot | undefined =>
  slots.find(({ code }) => code === kindOf(of).sealedSlot)

export const slotName = ({ slots }: Schema, code: string) => slots.find(slot => slot.code === code)?.name ?? code
