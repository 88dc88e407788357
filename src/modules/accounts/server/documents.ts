import type { Handlers } from '#lib/server/api/call.ts'
import type { Association } from '#modules/settings/groups.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { accountsContract } from '../contract.ts'
import { privacy } from './documents/privacy.ts'
import { terms } from './documents/terms.ts'

type Endpoints = typeof accountsContract
type Section = { title: string; paragraphs: string[] }

/** What whoever registers agrees to. A change of its meaning is a new version; consents name the version they were given to. */
export type Document = {
  document: 'privacy' | 'terms'
  title: string
  version: string
  effectiveOn: string
  sections: (association: Association) => Section[]
}

export const currentDocuments = (): Document[] => [privacy, terms]

const headOf = ({ document, title, version, effectiveOn }: Document) => ({ document, title, version, effectiveOn })

export const documentsHandlers = {
  'GET /document': async () => {
    return currentDocuments().map(headOf)
  },
  'GET /document/{document}': async (ctx, { document }) => {
    const found = currentDocuments().find(one => one.document === document)!
    const { association } = await readPublicConfig(ctx)
    return { ...headOf(found), sections: found.sections(association) }
  },
} satisfies Partial<Handlers<Endpoints>>
