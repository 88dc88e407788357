import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link } from '#ui/router/router.tsx'
import type { Route } from './+types/Objection'
import './notice.css'

export const meta = (args: Route.MetaArgs) => head(args, { name: '异议办理进度', hidden: true })

const fields: FormField[] = [
  { name: 'number', label: '受理编号', section: '', kind: 'text', max: 20, required: true, hint: '例如 YY2026-000001' },
  { name: 'phone', label: '手机号', section: '', kind: 'mobile', required: true, autocomplete: 'tel-national' },
]

type Progress = Output<ApiContract['POST /app/publicity/notice/objection/progress']>

/** Shows the progress of an objection to whoever knows its number and phone. */
export default function Objection() {
  const [found, setFound] = useState<Progress>()
  const form = useLightForm(async ({ number = '', phone = '' }) =>
    setFound(await browserApi('POST /app/publicity/notice/objection/progress', { number, phone })),
  )
  return (
    <Entrance title="异议办理进度" lead="凭短信中的受理编号和提出异议时的手机号查询。">
      <LightForm of={form} label="异议办理进度" action="查询" busy="正在查询…">
        <LightLines fields={fields} errors={form.errors} />
      </LightForm>
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
