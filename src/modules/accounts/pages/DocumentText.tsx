import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { PageHead } from '#ui/PageHead.tsx'
import './entrance.css'

type Props = { of: Output<ApiContract['GET /document/{document}']> }

export const DocumentText = ({ of: { document, title, version, effectiveOn, sections } }: Props) => (
  <div className="wrap document-text">
    <PageHead crumbs={[{ name: title, route: `/admin/login/${document}` }]} title={title}>
      版本 {version}，自{longDay(effectiveOn)}起施行
    </PageHead>
    {sections.map(({ title, paragraphs }) => (
      <section key={title}>
        <h2>{title}</h2>
        {paragraphs.map(text => (
          <p key={text}>{text}</p>
        ))}
      </section>
    ))}
  </div>
)
