import { Button } from 'antd'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableColumn } from '#ui/table/Table.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { verdicts } from '../states.ts'
import type { Site } from './StaffOldSite.tsx'
import { verdictTones } from './tones.ts'

type Row = Output<ApiContract['GET /staff/old-site/pages']>['list'][number]
type Show = Row['verdict'] | 'double' | 'noted'

const shown: { code: Show; name: string }[] = [
  { code: 'bad', name: verdicts.bad },
  { code: 'new', name: verdicts.new },
  { code: 'done', name: verdicts.done },
  { code: 'known', name: verdicts.known },
  { code: 'left', name: verdicts.left },
  { code: 'double', name: '标题重复' },
  { code: 'noted', name: '缺图片或附件' },
]

/** Every page with what was taken from it, or why not. */
export function OldSitePages({ site, changed }: { site: Site; changed: () => void }) {
  const filters = useFilters<{ show?: string; key?: string }>('show', 'key')
  const show = shown.find(({ code }) => code === filters.show)?.code
  const asked = { id: site.id, show, key: filters.key }
  // What the site itself shows has changed: so may have its pages.
  const answer = useApi('GET /staff/old-site/pages', { ...asked, pageNum: filters.pageNum, pageSize: filters.pageSize })
  const { submit, busy, error } = useSubmit('POST /staff/old-site/leave-out')
  const selection = useSelection<Row>({
    rows: answer.data?.list ?? [],
    keyOf: ({ id }) => id,
    nameOf: ({ title, address }) => title || address,
    filters: asked,
  })
  const leaveOut = async (leave: boolean) => {
    if (!(await submit({ id: site.id, pages: selection.keys, leave }))) return
    selection.clear()
    answer.reload()
    changed()
  }
  return (
    <section className="desk-card">
      <h2>页面</h2>
      <Problem>{error?.message}</Problem>
      <DataTable
        caption="旧网站的页面"
        answer={answer}
        filters={[
          { name: 'show', label: '状态', options: shown },
          { name: 'key', label: '网址或标题', kind: 'text' },
        ]}
        save={() => saveFile('GET /staff/old-site/export', asked)}
        selection={site.canCheck ? selection : undefined}
        actions={
          selection.keys.length > 0 && (
            <>
              <Button loading={busy} onClick={() => void leaveOut(true)}>
                所选不导入
              </Button>
              <Button loading={busy} onClick={() => void leaveOut(false)}>
                所选要导入
              </Button>
            </>
          )
        }
        columns={columns}
        empty={{ title: '没有这样的页面' }}
        unit="个"
      />
    </section>
  )
}

const columns: TableColumn<Row>[] = [
  {
    name: '标题',
    cell: ({ title, address, articleId }) => (
      <>
        {articleId ? <Link to={`/admin/news/list-info/${articleId}`}>{title}</Link> : title || '—'}
        <span className="old-site-address">{address}</span>
      </>
    ),
  },
  {
    name: '日期',
    cell: ({ publishTime }) => (publishTime ? minute(publishTime).replace(' 00:00', '') : '—'),
    nowrap: true,
  },
  { name: '栏目', cell: ({ catalogName }) => catalogName || '—' },
  { name: '规则', cell: ({ ruleName }) => ruleName || '—' },
  {
    name: '状态',
    cell: ({ verdict, fault, isDouble, notes }) => (
      <>
        <Tag tone={verdictTones[verdict]}>{verdicts[verdict]}</Tag>
        {isDouble && <Tag tone="warn">标题重复</Tag>}
        {[fault, ...notes].filter(Boolean).map(words => (
          <span key={words} className="old-site-fault">
            {words}
          </span>
        ))}
      </>
    ),
  },
]
