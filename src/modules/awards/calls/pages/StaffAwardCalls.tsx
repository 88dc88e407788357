import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import type { CallState } from '#modules/awards/rules.ts'
import { listRecords } from '#modules/settings/pages/recordCalls.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffAwardCalls'
import { callTone } from './callTone.ts'

export { staffAwardCalls as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'year', 'kindId', 'status')
  const [page, kinds] = await Promise.all([
    api('GET /staff/award/call/list', { ...filter, pageNum, pageSize }),
    listRecords(api, 'awardKind'),
  ])
  return { filter, page, kinds }
})

type Row = Output<ApiContract['GET /staff/award/call/list']>['list'][number]

const STATES: { code: CallState; name: string }[] = [
  { code: 'draft', name: '草稿' },
  { code: 'published', name: '已发布' },
  { code: 'closed', name: '已截止' },
]

type Filters = Input<ApiContract['GET /staff/award/call/export']>

/** 申报通知: year after year, with how many have answered. */
export default function StaffAwardCalls({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  const kinds = useLoaded(loaderData.kinds)
  const [adding, add] = useState<FormValues | null>(null)
  const options = (kinds.data?.list ?? []).map(({ id, name }) => ({ code: String(id), name }))
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  return (
    <section className="desk-card">
      <h2>年度申报通知</h2>
      <DataTable<Row>
        caption="申报通知"
        answer={answer}
        unit="份"
        empty={{ title: '还没有申报通知', children: <p>点“新的申报通知”，规则照抄奖项的设置。</p> }}
        filters={[
          {
            name: 'year',
            label: '年度',
            options: Array.from({ length: 8 }, (_, i) => String(thisYear + 1 - i)).map(code => ({
              code,
              name: `${code} 年度`,
            })),
          },
          { name: 'kindId', label: '奖项', options },
          { name: 'status', label: '状态', options: STATES },
        ]}
        save={() => saveFile('GET /staff/award/call/export', filter)}
        actions={
          <Button type="primary" onClick={() => add({ year: thisYear })}>
            新的申报通知
          </Button>
        }
        columns={[
          {
            name: '申报通知',
            cell: ({ id, title, kindName }) => (
              <>
                <Link to={`/staff/award-calls/${id}`}>{title}</Link>
                <span className="cell-note">{kindName}</span>
              </>
            ),
          },
          { name: '年度', cell: row => row.year, nowrap: true },
          {
            name: '状态',
            cell: row => <Tag tone={callTone(row)}>{row.statusName}</Tag>,
            nowrap: true,
          },
          {
            name: '申报期',
            cell: ({ opensOn, closesOn }) => (
              <>
                {opensOn}
                <span className="cell-note">至 {closesOn}</span>
              </>
            ),
            nowrap: true,
          },
          {
            name: '申报',
            cell: ({ id, title, entries, drafts }) => (
              <>
                <Link to={`/staff/award-entries?callId=${id}`}>
                  {entries} 项<span className="hidden-text">：{title}</span>
                </Link>
                {drafts > 0 && <span className="cell-note">填写中 {drafts} 项</span>}
              </>
            ),
            nowrap: true,
          },
          {
            name: '办理',
            cell: ({ id, kindId, year, title }) => (
              <Button type="link" onClick={() => add({ kindId: String(kindId), year: year + 1, from: String(id) })}>
                照此新建<span className="hidden-text">：{title}</span>
              </Button>
            ),
            nowrap: true,
          },
        ]}
      />
      {adding && <NewCall initial={adding} kinds={options} close={() => add(null)} />}
    </section>
  )
}

const field = (name: string, label: string, of: Partial<FormField> & Pick<FormField, 'kind'>): FormField => ({
  name,
  label,
  section: '',
  required: true,
  ...of,
})

type NewProps = { initial: FormValues; kinds: { code: string; name: string }[]; close: () => void }

function NewCall({ initial, kinds, close }: NewProps) {
  const navigate = useNavigate()
  const isCopy = initial.from !== undefined
  const fields = [
    ...(isCopy ? [] : [field('kindId', '奖项', { kind: 'choice', options: kinds })]),
    field('year', '年度', { kind: 'number', min: 1990, max: 2999 }),
    field('opensOn', '申报开始', { kind: 'day' }),
    field('closesOn', '申报截止', { kind: 'day' }),
  ]
  return (
    <FormDialog
      title="新的申报通知"
      intro={<p>{isCopy ? '规则、评审设置和模板照抄往年的通知。' : '规则照抄奖项的设置，发布前可以修改。'}</p>}
      action="新建"
      fields={fields}
      initial={initial}
      send={async ({ kindId, year, opensOn, closesOn, from }) => {
        const { id } = await browserApi('POST /staff/award/call/create', {
          kindId: String(kindId ?? ''),
          year: String(year ?? ''),
          opensOn: String(opensOn ?? ''),
          closesOn: String(closesOn ?? ''),
          ...(from ? { from: String(from) } : {}),
        })
        void navigate(`/staff/award-calls/${id}`)
      }}
      close={close}
    />
  )
}
