import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { States } from '#ui/States.tsx'
import { Said } from '#ui/told/Said.tsx'
import type { Route } from './+types/StaffDocuments'
import { DocumentCard } from './DocumentCard.tsx'
import './documents.css'

export { staffDocuments as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/document/list', {}))

export type Desk = Output<ApiContract['GET /staff/document/list']>
export type Kept = Desk['documents'][number]
export type Published = Kept['published'][number]

/** The privacy policy and the terms: what is in force, what was, and what is being written. */
export default function StaffDocuments({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const [said, say] = useState('')
  const done = (words: string) => {
    say(words)
    answer.reload()
  }
  return (
    <>
      <p>
        发布后的版本不能再改，要改就发布新的版本。会员注册时同意当时的现行版本；新版本需要重新征得同意的，施行后会员登录时先阅读并同意，才能继续办理。
      </p>
      <States answer={answer}>
        {({ fields, documents }) =>
          documents.map(of => (
            <DocumentCard key={of.document} of={of} fields={fields} reload={answer.reload} done={done} />
          ))
        }
      </States>
      <SiteHistory objectType="documentDraft" seen={answer.data} done={answer.reload} />
      <Said>{said}</Said>
    </>
  )
}
