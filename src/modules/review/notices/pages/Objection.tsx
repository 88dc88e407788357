import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import type { Route } from './+types/Objection'
import './notice.css'

export const meta = (args: Route.MetaArgs) => head(args, { name: '异议办理进度', hidden: true })

type Progress = Output<ApiContract['POST /app/publicity/notice/objection/progress']>

/** How far an objection is, for who knows its number and has its phone. */
export default function Objection() {
  const [found, setFound] = useState<Progress>()
  const { submit, busy, problem, errorOf } = useSubmit(async ({ number = '', phone = '' }) =>
    setFound(await browserApi('POST /app/publicity/notice/objection/progress', { number, phone })),
  )
  return (
    <Entrance title="异议办理进度" lead="凭短信中的受理编号和提出异议时的手机号查询。">
      <form className="entry" method="post" onSubmit={submit} noValidate aria-label="异议办理进度">
        <ErrorSummary problem={problem} />
        <Field
          name="number"
          label="受理编号"
          hint="例如 YY2026-000001"
          error={errorOf('number')}
          autoComplete="off"
          maxLength={20}
          required
        />
        <Field
          name="phone"
          label="手机号"
          error={errorOf('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          required
        />
        <SubmitButton busy={busy} label="查询" busyLabel="正在查询…" />
      </form>
      <div role="status">{found && <Found of={found} />}</div>
    </Entrance>
  )
}

const Found = ({ of }: { of: Progress }) => (
  <dl className="facts notice-progress">
    <div>
      <dt>公示</dt>
      <dd>
        <Link to={`/admin/publicity/notice/${of.noticeId}`}>{of.noticeTitle}</Link>
      </dd>
    </div>
    <div>
      <dt>状态</dt>
      <dd>
        <b>{of.statusName}</b>（{minute(of.updatedAt)}）
      </dd>
    </div>
    {of.result && (
      <div>
        <dt>核查结果</dt>
        <dd>{of.result}</dd>
      </div>
    )}
    <div>
      <dt>接下来</dt>
      <dd>{of.next}</dd>
    </div>
  </dl>
)
