import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { Link } from '#ui/router/router.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'

type Detail = Output<ApiContract['GET /app/publicity/member/detail']>
type Award = Output<ApiContract['GET /app/publicity/award/organisation/list']>[number]
type Certificate = Output<ApiContract['GET /app/publicity/member/qualification/list']>[number]

export const Text = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h2>{title}</h2>
    {text.split('\n').map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)

/** Posts in the association, with who holds them. */
export const Posts = ({ of }: { of: Detail['posts'] }) => (
  <>
    {of.map(({ bodyName, postName, personName }) => (
      <div key={`${bodyName} ${postName} ${personName}`}>
        {bodyName}
        {postName}　{personName}
      </div>
    ))}
  </>
)

/** 会员风采 */
export const Style = ({ style }: { style: NonNullable<Detail['style']> }) => (
  <section>
    <h2>{style.title}</h2>
    {style.cover && <img className="member-cover" src={style.cover} alt="" width="1200" height="675" loading="lazy" />}
    <Prose html={style.content} />
    {style.video && (
      // biome-ignore lint/a11y/useMediaCaption: a member's own film, which nobody has subtitled
      <video className="member-video" src={style.video} controls preload="metadata" />
    )}
    <div className="member-images">
      {style.images.map(image => (
        <img key={image} src={image} alt="" width="1200" height="675" loading="lazy" />
      ))}
    </div>
    {style.honours && <Text title="获奖与荣誉" text={style.honours} />}
  </section>
)

export const Certificates = ({ holder, certificates }: { holder: string; certificates: Certificate[] }) => (
  <section>
    <h2>能力评价证书</h2>
    {certificates.length > 0 ? (
      <Table caption={`${holder}的能力评价证书`} columns={COLUMNS} rows={certificates} />
    ) : (
      <p className="member-none">该单位目前没有公开的能力评价证书。</p>
    )}
  </section>
)

/** Section of awards; omitted if there are none. */
export const Awards = ({ holder, awards }: { holder: string; awards: Award[] }) =>
  awards.length > 0 && (
    <section>
      <h2>获奖</h2>
      <Table caption={`${holder}获得的奖励`} columns={AWARDS} rows={awards} />
    </section>
  )

const AWARDS: TableColumn<Award>[] = [
  { name: '年度', cell: row => row.year, nowrap: true },
  {
    name: '获奖项目',
    cell: row => (
      <Link to={`/admin/publicity/award?kind=${row.kind}&year=${row.year}#winner-${row.id}`}>{row.name}</Link>
    ),
  },
  {
    name: '奖项与等级',
    cell: row => (
      <>
        {[row.kindName, row.subTypeName].filter(Boolean).join('·')} {row.levelName}
        {row.withdrawn && <small>已于 {row.withdrawn.date} 撤销</small>}
      </>
    ),
  },
]

const COLUMNS: TableColumn<Certificate>[] = [
  {
    name: '类别与级别',
    cell: row => (
      <>
        {row.childName} {row.levelName}
        {row.scope && <small>{row.scope}</small>}
      </>
    ),
  },
  { name: '证书编号', cell: row => <Link to={`/admin/verify?number=${row.certNo}`}>{row.certNo}</Link>, nowrap: true },
  { name: '有效期至', cell: row => row.validTo ?? '长期', nowrap: true },
  { name: '状态', cell: row => <StatusTag status={row.certStatus} name={row.certStatusName} />, nowrap: true },
]
