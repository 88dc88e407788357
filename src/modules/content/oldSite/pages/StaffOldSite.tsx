import '#ui/form/form.css'
import './oldSite.css'
import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { ImportCounts } from '#modules/imports/pages/ImportCounts.tsx'
import { ImportProgress, useImportPolling } from '#modules/imports/pages/ImportProgress.tsx'
import { UndoImport } from '#modules/imports/pages/UndoImport.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { isAtWork, verdicts } from '../states.ts'
import type { Route } from './+types/StaffOldSite'
import { OldSiteRules } from './OldSiteRules.tsx'
import { tones, verdictTones } from './tones.ts'

export { staffOldSite as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/old-site/item', { id: pathId(params.id) }),
)

export type Site = Output<ApiContract['GET /staff/old-site/item']>

/** One old site: progress, import rules, pages and actions. */
export default function StaffOldSite({ loaderData: site }: Route.ComponentProps) {
  useScreenName(site.fileName)
  const answer = useLoaded(site)
  const { reload } = answer
  const works = isAtWork(site.state)
  useImportPolling(answer, works ? 'atWork' : site.state === 'interrupted' ? 'interrupted' : undefined)
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{site.fileName}</h2>
          <StateTag of={site} tones={tones} />
        </div>
        <About site={site} />
        {works ? <AtWork site={site} changed={reload} /> : <OldSiteActs site={site} changed={reload} />}
      </section>
      {site.canCheck && <OldSiteRules key={site.id} site={site} changed={reload} isOpen={site.state === 'ruling'} />}
      {!works && site.wasChecked && <OldSitePages site={site} changed={reload} />}
    </>
  )
}

const FINISHED = '已完成的部分保留，可以继续。'

function About({ site }: { site: Site }) {
  const { state, createdBy, createTime, notes, reason, wasChecked } = site
  return (
    <>
      {state === 'failed' && <p role="alert">{reason}</p>}
      {state === 'interrupted' && <p role="alert">程序中断过。{FINISHED}</p>}
      {state === 'cancelled' && <p role="status">已停下。{FINISHED}</p>}
      {wasChecked && <Counts site={site} />}
      <Facts
        facts={[
          ['网页', `${withCommas(site.pages)} 个`],
          ...(wasChecked
            ? [['按规则', site.byRule.map(({ ruleName, pages }) => `${ruleName}：${pages} 个`).join('，')] as const]
            : []),
          ['经办', `${createdBy}，${minute(createTime)}`],
          ...notes.map(note => ['提示', note] as const),
        ]}
      />
      {site.imported > 0 && (
        <p>
          旧网址已转到新文章，见 <Link to="/staff/redirects">旧网址</Link>；文章见{' '}
          <Link to="/staff/articles">文章</Link>。
        </p>
      )}
    </>
  )
}

const Counts = ({ site: { counts } }: { site: Site }) => (
  <ImportCounts
    counts={[
      ['待导入', counts.new],
      ['已导入', counts.done],
      ['以前已导入', counts.known],
      ['有问题', counts.bad, true],
      ['不导入', counts.left],
      ['标题重复', counts.double],
      ['缺图片或附件', counts.noted, true],
    ]}
  />
)

const progressLabels: Partial<Record<Site['state'], string>> = {
  reading: '正在读取网页',
  checking: '正在按规则读取',
  running: '正在导入',
}

function AtWork({ site, changed }: { site: Site; changed: () => void }) {
  const { id, state, progress, total } = site
  const sending = useSubmit('POST /staff/old-site/cancel')
  return (
    <ImportProgress
      share={{ done: progress, of: total, name: progressLabels[state] }}
      words={`${progressLabels[state]}：${progress} / ${total || '…'} 个`}
      note="可以离开本页，程序会继续。"
      stop="停下"
      sending={sending}
      cancel={() => sending.submit({ id }).then(changed)}
    />
  )
}

type Props = { site: Site; changed: () => void }

/** Actions on an old site while no job works on it. */
function OldSiteActs({ site, changed }: Props) {
  const { id, canStart, canResume, canUndo, counts, state, options } = site
  const starting = useSubmit('POST /staff/old-site/start')
  const resuming = useSubmit('POST /staff/old-site/resume')
  const act = async ({ submit }: typeof starting | typeof resuming) => {
    await submit({ id })
    changed()
  }
  return (
    <>
      <Problem>{(starting.error ?? resuming.error)?.message}</Problem>
      {(canResume || canStart || canUndo) && (
        <div className="form-actions">
          {canResume ? (
            <Button type="primary" size="large" loading={resuming.busy} onClick={() => void act(resuming)}>
              继续
            </Button>
          ) : (
            canStart && (
              <Button type="primary" size="large" loading={starting.busy} onClick={() => void act(starting)}>
                导入 {withCommas(counts.new)} 篇{options.publish ? '并发布' : '，存为草稿'}
              </Button>
            )
          )}
          {canUndo && <Undo site={site} changed={changed} />}
        </div>
      )}
      {state === 'checked' && counts.new === 0 && <p>没有可以导入的页面：请查看下面的问题，修改规则后重新预览。</p>}
    </>
  )
}

const Undo = ({ site: { id, imported }, changed }: Props) => (
  <UndoImport
    name="撤销导入"
    consequence={`将删除导入的 ${withCommas(imported)} 篇文章及其图片、附件，旧网址不再转到这里。有一篇在导入后修改过，就全部不撤销。`}
    undo={() => browserApi('POST /staff/old-site/undo', { id })}
    changed={changed}
    unit="文章"
  >
    {obstacles => (
      <Table
        caption="不能撤销的文章"
        rows={obstacles}
        keyOf={({ articleId }) => articleId}
        columns={[
          { name: '文章', cell: one => <Link to={`/staff/articles/${one.articleId}`}>{one.title}</Link> },
          { name: '旧网址', cell: ({ address }) => <span className="old-site-address">{address}</span> },
          { name: '原因', cell: ({ why }) => why },
        ]}
      />
    )}
  </UndoImport>
)

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

/** List of pages with the extracted values, or the reason for failure. */
function OldSitePages({ site, changed }: { site: Site; changed: () => void }) {
  const filters = useFilters<{ show?: string; key?: string }>('show', 'key')
  const show = shown.find(({ code }) => code === filters.show)?.code
  const asked = { id: site.id, show, key: filters.key }
  // Reloads when the site changes, because its pages may have changed too.
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
