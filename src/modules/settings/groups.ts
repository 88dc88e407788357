import type { z } from 'zod'
import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import type { Part } from '#lib/parts.ts'
import type { association, display } from './contract.ts'
import type { Colours } from './theme.ts'

export type Association = z.infer<typeof association>
export type Groups = {
  association: Association
  display: z.infer<typeof display>
  /** 主色 and 辅色, of which every shade of the pages is made. */
  colours: Colours
  /** What the 404 page says, and what stands in the footer beside name, contact and filings; empty: as the program has it. */
  texts: Record<'notFoundTitle' | 'notFoundText' | 'notFoundLinks' | 'footerNote' | 'footerLinks', string>
  /** With what members' numbers begin, and until when the council in office, and with it a membership certificate, lasts. */
  membership: { numberPrefix: string; termEndsOn: string | null }
  /** What is printed on certificates below their content, in small. */
  certificate: { qualificationNote: string; personnelNote: string }
  /** 印章, as a file that nobody reads by its address; null: it is put on by hand. */
  seal: { file: number | null }
  /** Reasons that reviewers may choose from, one a line, by what they do. */
  reasons: { pass: string; return: string; reject: string; remark: string }
  /**
   * Words that mean the same to who searches, a group of them on each line, with spaces between; and whether what visitors
   * have searched for is proposed to others.
   */
  search: { synonyms: string; past: 'on' | 'off' }
  /** Whether articles are published by who may, or after a review in three steps by different people (三审三校). */
  articles: { review: 'off' | 'three' }
  /** Words that no article may have, and words to be looked at before it is published; one a line, with what to write instead. */
  words: { forbidden: string; doubtful: string }
  /** The same of adverts: what none may say, and what a reviewer is to look at. */
  advertWords: { forbidden: string; doubtful: string }
  /** What a text costs, in yuan as the contract with the provider has it; empty: nobody has said. */
  sms: { price: string }
  /** Which template of the service account each kind of message goes by, a line each. */
  wechat: { templates: string }
  /** Where fees are paid to. */
  payAccount: { name: string; bank: string; number: string; code: string }
  /** 记账凭证, by the fields of their form: word, how many, under which subjects money and each kind of income is booked. */
  vouchers: Record<string, string>
  /** Who to call about adverts, what applies to them, and how one comes into the printed journal. */
  adverts: Record<'contactName' | 'phone' | 'mobile' | 'email' | 'wechat' | 'notice' | 'journal', string>
  /** For what the association wants a second person. */
  secondPerson: { rules: SecondPersonRule[] }
  /** Which parts of the business the association has. */
  parts: Record<Part, 'on' | 'off'>
  demo: { loadedAt: string }
  /** How the words were made by which records are found. */
  searchWords: { version: number }
  /** Whether the site is open, for whom, and what people are told; set on the screen 维护模式 or by `hangxie maintenance`. */
  operation: { mode: 'open' | 'readOnly' | 'maintenance'; message: string }
}

/** What staff may set. */
export type EditedGroup = Exclude<keyof Groups, 'demo' | 'operation' | 'searchWords'>
