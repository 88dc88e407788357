import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ImportAtWork, useImportAgain } from '#modules/imports/pages/ImportAtWork.tsx'
import { ImportCounts } from '#modules/imports/pages/ImportCounts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { isAtWork } from '../states.ts'
import type { Route } from './+types/StaffOldSite'
import { OldSiteActs } from './OldSiteActs.tsx'
import { OldSitePages } from './OldSitePages.tsx'
import { OldSiteRules } from './OldSiteRules.tsx'
import { tones } from './tones.ts'
import '#ui/form/form.css'
import './oldSite.css'
import { withCommas } from '#lib/words/numbers.ts'

export { staffOldSite as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/old-site/item', { id: pathId(params.id) }),
)

export type Site = Output<ApiContract['GET /staff/old-site/item']>

/** One old site: how far it is, the rules by which it is read, its pages, and what can be done. */
export default function StaffOldSite({ loaderData: site }: Route.ComponentProps) {
  useCalled(site.fileName)
  const answer = useLoaded(site)
  const { reload } = answer
  const works = isAtWork(site.state)
  useImportAgain(answer, works ? 'atWork' : site.state === 'interrupted' ? 'interrupted' : undefined)
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

const doing: Partial<Record<Site['state'], string>> = {
  reading: '正在读取网页',
  checking: '正在按规则读取',
  running: '正在导入',
}

function AtWork({ site, changed }: { site: Site; changed: () => void }) {
  const { id, state, progress, total } = site
  const sending = useSubmit('POST /staff/old-site/cancel')
  return (
    <ImportAtWork
      share={{ done: progress, of: total, name: doing[state] }}
      words={`${doing[state]}：${progress} / ${total || '…'} 个`}
      note="可以离开本页，程序会继续。"
      stop="停下"
      sending={sending}
      cancel={() => sending.submit({ id }).then(changed)}
    />
  )
}
