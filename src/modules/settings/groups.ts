import type { z } from 'zod'
import type { association, display } from './contract.ts'

export type Association = z.infer<typeof association>
export type Groups = {
  association: Association
  display: z.infer<typeof display>
  /** With what members' numbers begin, and until when the council in office, and with it a membership certificate, lasts. */
  membership: { numberPrefix: string; termEndsOn: string | null }
  /** What is printed on certificates below their content, in small. */
  certificate: { qualificationNote: string; personnelNote: string }
  /** Reasons that reviewers may choose from, one a line, by what they do. */
  reasons: { pass: string; return: string; reject: string; remark: string }
  /** Where fees are paid to. */
  payAccount: { name: string; bank: string; number: string; code: string }
  /** Who to call about adverts, what applies to them, and how one comes into the printed journal. */
  adverts: Record<'contactName' | 'phone' | 'mobile' | 'email' | 'wechat' | 'notice' | 'journal', string>
  demo: { loadedAt: string }
}

/** What staff may set. */
export type EditedGroup = Exclude<keyof Groups, 'demo'>
