import { longDay } from '#lib/dates.ts'
import { Day } from '#ui/Day.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { Detail } from './MyQualification.tsx'

type Review = NonNullable<Detail['review']>
type Found = Review['nonconformities'][number]

/** 现场评审: when and where, who comes, what to have at hand; afterwards what was found and what became of it. */
export const SiteReviewCard = ({ review }: { review: Review }) => (
  <section className="centre-card site-review">
    <h2>现场评审</h2>
    <Facts
      facts={[
        ['日期', review.days > 1 ? `${longDay(review.date)}起，共 ${review.days} 天` : longDay(review.date)],
        ['地点', review.place],
        ['评审人员', review.experts.map(({ name, roleName }) => `${name}（${roleName}）`).join('、')],
        ['请提前准备', review.note],
        ['结论', review.conclusionName],
      ]}
    />
    {review.nonconformities.length > 0 && (
      <>
        <h3>不符合项（{review.nonconformities.length}）</h3>
        <ol className="nonconformities" role="list">
          {review.nonconformities.map(one => (
            <Nonconformity key={one.id} of={one} />
          ))}
        </ol>
      </>
    )}
  </section>
)

const tones: Record<Found['result'], Tone> = { open: 'warn', accepted: 'good', refused: 'bad' }

const Nonconformity = ({ of }: { of: Found }) => (
  <li>
    <p>
      <b>
        {of.place}．{of.clause}
      </b>{' '}
      <Tag tone={tones[of.result]}>{of.resultName}</Tag>
    </p>
    <p>{of.description}</p>
    <p>
      整改期限：
      <Day of={of.dueOn} />
    </p>
    {of.correction && <p>整改情况：{of.correction}</p>}
    {of.remark && <p>验证意见：{of.remark}</p>}
    {of.files.length > 0 && (
      <Upload use="material" label={`第 ${of.place} 项的整改证据`} value={of.files} onChange={() => {}} readOnly />
    )}
  </li>
)
