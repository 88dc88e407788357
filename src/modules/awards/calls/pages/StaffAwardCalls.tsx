import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { calls } from '#modules/awards/pages/registers.ts'
import { listRecords } from '#modules/settings/pages/recordCalls.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { callFilters } from '../../callFilters.ts'
import type { Route } from './+types/StaffAwardCalls'
import { callTone } from './callTone.ts'

export { staffAwardCalls as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, kinds] = await Promise.all([calls.load(api, address), listRecords(api, 'awardKind')])
  return { ...list, kinds: kinds.list.map(({ id, name }) => ({ code: String(id), name })) }
})

/** 申报通知: year after year, with how many have answered. */
export default function StaffAwardCalls({ loaderData }: Route.ComponentProps) {
  const { kinds } = loaderData
  const [adding, add] = useState<FormValues | null>(null)
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const years = Array.from({ length: 8 }, (_, i) => String(thisYear + 1 - i))
  return (
    <>
      <RegisterTable
        of={calls}
        loaded={loaderData}
        unit="份"
        empty={{ title: '还没有申报通知', children: <p>点“新的申报通知”，规则照抄奖项的设置。</p> }}
        filters={registerFilters(callFilters, {
          year: years.map(code => ({ code, name: `${code} 年度` })),
          kindId: kinds,
        })}
        acts={([one, ...others]) =>
          one &&
          others.length === 0 && (
            <Button onClick={() => add({ kindId: String(one.kindId), year: one.year + 1, from: String(one.id) })}>
              照此新建
            </Button>
          )
        }
        actions={
          <Button type="primary" onClick={() => add({ year: thisYear })}>
            新的申报通知
          </Button>
        }
        cells={{
          statusName: row => <Tag tone={callTone(row)}>{row.statusName}</Tag>,
          entries: ({ id, title, entries }) => (
            <Link to={`/staff/award-entries?callId=${id}`}>
              {entries} 项<span className="hidden-text">：{title}</span>
            </Link>
          ),
        }}
      />
      {adding && <NewCall initial={adding} kinds={kinds} close={() => add(null)} />}
    </>
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
