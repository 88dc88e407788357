import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { type PastSearchState, pastSearchStates } from '../pastSearches.ts'
import type { Route } from './+types/StaffPastSearches'

export { staffPastSearches as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<{ key?: string; state?: PastSearchState }>(query, 'key', 'state')
  return { filters, page: await api('GET /staff/pastSearch/list', { ...filters, pageNum, pageSize }) }
})

type Row = Output<ApiContract['GET /staff/pastSearch/list']>['list'][number]

const states = Object.entries(pastSearchStates).map(([code, name]) => ({ code, name }))
const tones = { shown: 'good', few: 'plain', hidden: 'warn' } as const

/** Search texts that found something; staff decide whether they are suggested to others. */
export default function StaffPastSearches({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  const { submit, busy, error } = useSubmit('POST /staff/pastSearch/hide')
  const selection = useSelection<Row>({
    rows: answer.data?.list ?? [],
    keyOf: ({ id }) => id,
    nameOf: ({ text }) => text,
    filters,
    pageOf: page => browserApi('GET /staff/pastSearch/list', { ...filters, ...page }),
  })
  const set = async (ids: number[], hide: boolean) => {
    const done = await submit({ ids, hide })
    if (!done) return
    announce(hide ? `${done.changed} 个词不再提示` : `${done.changed} 个词恢复提示`)
    selection.clear()
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2 className="hidden-text">大家搜过的词</h2>
      <Problem>{error?.message}</Problem>
      <DataTable
        caption="大家搜过的词"
        answer={answer}
        keyOf={({ id }) => id}
        unit="个"
        filters={[
          { name: 'key', label: '词', kind: 'text' },
          { name: 'state', label: '状态', options: states },
        ]}
        save={() => saveFile('GET /staff/pastSearch/export', filters)}
        selection={selection}
        actions={
          selection.keys.length > 0 && (
            <>
              <Button loading={busy} onClick={() => void set(selection.keys, true)}>
                所选不提示
              </Button>
              <Button loading={busy} onClick={() => void set(selection.keys, false)}>
                所选恢复提示
              </Button>
            </>
          )
        }
        empty={{
          title: '还没有大家搜过的词',
          children: <p>三位以上访客搜过、公开标题里原样有的词会出现在这里，并在别人边输入时提示；不留是谁搜的。</p>,
        }}
        columns={[
          { name: '词', cell: ({ text, route }) => <Link to={route}>{text}</Link> },
          { name: '访客数', cell: ({ visitors }) => visitors, nowrap: true },
          {
            name: '状态',
            cell: ({ state }) => <Tag tone={tones[state]}>{pastSearchStates[state]}</Tag>,
            nowrap: true,
          },
          {
            name: '操作',
            cell: ({ id, text, state }) => (
              <Button
                type="link"
                aria-label={`${state === 'hidden' ? '恢复提示' : '不提示'} ${text}`}
                onClick={() => void set([id], state !== 'hidden')}
              >
                {state === 'hidden' ? '恢复提示' : '不提示'}
              </Button>
            ),
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
