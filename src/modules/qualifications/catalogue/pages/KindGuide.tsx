import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { formatYuan } from '#lib/money.ts'
import { wayWords } from '#modules/review/wayWords.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/KindGuide'
import './kindGuide.css'
import { keepTogether } from '#ui/keepTogether.tsx'

const load = async (api: Api, { params }: Address) => ({
  guide: await api('GET /app/publicity/qualification/kind', { kindId: pathId(params.kindId) }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

type Guide = Route.ComponentProps['loaderData']['guide']

const crumbsOf = ({ groupId, groupName, childName }: Guide) => [
  { name: '单位能力评价公示', route: '/admin/publicity/qualification' },
  { name: groupName, route: `/admin/publicity/qualification?groupId=${groupId}` },
  { name: `${childName}办事指南`, route: null },
]

export const meta = (args: Route.MetaArgs) => {
  const guide = args.loaderData?.guide
  if (!guide) return []
  return head(args, {
    name: `${guide.childName}能力评价办事指南`,
    description: `${guide.childName}能力评价：级别与条件、评审费、需要提交的材料、办理环节、证书有效期与年度报告。`,
    canonical: `/admin/publicity/qualification/guide/${guide.childId}`,
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...crumbsOf(guide)],
    tags: { ColumnName: '单位能力评价公示', ColumnType: '办事指南' },
  })
}

export default function KindGuide({ loaderData: { guide } }: Route.ComponentProps) {
  const { childId, childCode, childName, groupIntro, isOpen, rules } = guide
  return (
    <div className="wrap guide">
      <PageHead crumbs={crumbsOf(guide)} title={`${childName}能力评价办事指南`}>
        能力评价由单位自愿申请，不作为行政许可。
      </PageHead>
      <div className="guide-lead">
        <p>{groupIntro}</p>
        {isOpen ? (
          <Link className="button primary" to={`/admin/user/qualification/new?childId=${childId}`}>
            申请
          </Link>
        ) : (
          <p className="guide-closed">目前暂停受理新的申请；已有证书的有效性不受影响。</p>
        )}
      </div>
      {guide.levels.length > 0 && (
        <section aria-labelledby="levels">
          <h2 id="levels">级别与条件</h2>
          <Table caption="级别与条件" columns={LEVELS} rows={guide.levels} keyOf={({ levelId }) => levelId} />
          <p className="guide-note">评审费为首次申请的标准，按级别收取，在材料受理后缴纳。</p>
        </section>
      )}
      <section aria-labelledby="stages">
        <h2 id="stages">办理环节</h2>
        <ol className="guide-stages">
          {guide.stages.map(stage => (
            <li key={stage}>
              <b>{stepOf(guide, stage)[0]}</b>
              <span>{stepOf(guide, stage)[1]}</span>
            </li>
          ))}
        </ol>
        {guide.usualDays !== null && <p>近期的首次申请，从提交到发证通常 {guide.usualDays} 天。</p>}
      </section>
      <Materials of={guide} />
      <section aria-labelledby="certificate">
        <h2 id="certificate">证书</h2>
        <dl className="facts">
          {certificateFacts(guide).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{keepTogether(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="guide-note">
          <Link to={`/admin/publicity/qualification?groupId=${guide.groupId}&childId=${childId}`}>
            查看已获证的单位（{childCode}）
          </Link>
          <Link to="/admin/publicity/qualification/old">持有早年的纸质证书，申请补录</Link>
        </p>
      </section>
      {rules.length > 0 && (
        <section aria-labelledby="rules">
          <h2 id="rules">评价办法</h2>
          <ul>
            {rules.map(({ id, title }) => (
              <li key={id}>
                <Link to={`/admin/news/list-info/${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Materials = ({ of: { materials, asked } }: { of: Guide }) => (
  <section aria-labelledby="materials">
    <h2 id="materials">需要提交的材料</h2>
    <ol className="guide-materials">
      <li>
        <b>申请表</b>
        <span>
          在线填写单位、人员、设备与业绩
          {asked.length > 0 && `，以及${asked.join('、')}`}；初审通过后打印、签字、盖章，扫描上传
        </span>
      </li>
      {materials.map(({ name, required, hint }) => (
        <li key={name}>
          <b>
            {name}
            {!required && <small>如有</small>}
          </b>
          {hint && <span>{hint}</span>}
        </li>
      ))}
    </ol>
  </section>
)

type Level = Guide['levels'][number]
const LEVELS: TableColumn<Level>[] = [
  { name: '级别', cell: ({ levelName }) => levelName, nowrap: true },
  { name: '允许范围', cell: ({ scopeText }) => scopeText || '不限', width: '38%' },
  {
    name: '条件',
    cell: ({ requirements }) => (
      <ul role="list">
        {requirements.length ? requirements.map(text => <li key={text}>{text}</li>) : <li>按评价办法评分</li>}
      </ul>
    ),
  },
  { name: '评审费', cell: ({ fee }) => (fee > 0 ? `${formatYuan(fee)} 元` : '不收费'), nowrap: true },
]

/** Name of a stage, and what happens in it. */
function stepOf({ confirmedBy: by }: Guide, stage: Guide['stages'][number]): [name: string, words: string] {
  return stage === 'materials' && by !== 'paper' ? [wayWords[by].stage, wayWords[by].step] : STAGES[stage]
}

const STAGES: Record<Guide['stages'][number], [name: string, words: string]> = {
  review: ['提交与初审', '在线填写申请表并提交，协会审核；有问题的逐栏退回补正'],
  materials: ['盖章材料与复审', '打印申请表盖章，连同材料扫描上传，协会复审'],
  fee: ['缴纳评审费', '按缴费通知转账并上传凭证，协会确认到账'],
  site: ['现场评审', '评审组按检查表到现场核查；有不符合项的，在期限内整改并提交证据'],
  decision: ['审议', '协会集体审议，作出决定'],
  notice: ['公示与发证', '在本网站公示，期满无异议的发给电子证书'],
}

const dayWords = (day: string) => day.split('-').map(Number).join('月')

function certificateFacts({ validYears, renewAheadMonths, annualReport }: Guide): [string, string][] {
  return [
    ['有效期', `${validYears} 年`],
    ['换证', `到期前 ${renewAheadMonths} 个月起可以申请`],
    [
      '年度报告',
      annualReport ? `每年 ${dayWords(annualReport.from)}日至 ${dayWords(annualReport.to)}日提交` : '不需要提交',
    ],
    ['形式', '带二维码和数字签名的电子证书，任何人可以在线查验'],
  ]
}
