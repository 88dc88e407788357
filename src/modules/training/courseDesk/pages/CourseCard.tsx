import { Checkbox } from 'antd'
import { Link } from 'react-router'
import { formSectionOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { fileSize } from '#lib/size.ts'
import { ATTACHMENTS, SYLLABUS, sessionRows } from '#modules/training/courses/courseForm.ts'
import type { StaffCourseDetail } from '#modules/training/courses/pages/courseViews.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { CourseContent, isFormLine } from './CourseContent.tsx'

/** Half days follow from the first day and the last. */
export const sessionFiller = (typed: FormValues) => ({
  sessions: { label: '按开班和结束日期生成', rows: () => sessionRows(typed) },
})

type Telling = { tell: boolean; setTell: (tell: boolean) => void }

export function CourseCard({ of, tell, setTell, ...card }: SectionProps & Telling & { of: StaffCourseDetail }) {
  const { section, isOpen } = card
  const part = formSectionOf(of, section)
  const text = part.fields.find(({ name }) => name === SYLLABUS)
  return (
    <SectionCard
      {...card}
      {...part}
      fields={part.fields.filter(isFormLine)}
      version={String(of.version)}
      fillers={sessionFiller}
      below={(typed, change, errors) => (
        <>
          {text && <CourseContent label={text.label} typed={typed} change={change} errors={errors} files={of.files} />}
          {isToldAbout(of, typed) && <ChangeReach of={of} typed={typed} tell={tell} setTell={setTell} />}
        </>
      )}
      id={section}
      isWide={isOpen || text !== undefined || part.fields.length === 1}
    >
      <SectionView of={of} fields={part.fields} />
    </SectionCard>
  )
}

/** Fields of a published course whose change is told to those who enrolled. */
const TOLD_FIELDS = ['startsOn', 'endsOn', 'provinceCode', 'city', 'address']
const isToldAbout = ({ status, values }: StaffCourseDetail, typed: FormValues) =>
  status !== 'draft' && TOLD_FIELDS.some(name => name in typed && (typed[name] ?? '') !== (values[name] ?? ''))

/** Says whom a new time or place is told before it is saved; a corrected slip of the pen need not be told. */
function ChangeReach({
  of: { id, version },
  typed,
  tell,
  setTell,
}: Telling & { of: StaffCourseDetail; typed: FormValues }) {
  return (
    <div>
      <Checkbox checked={tell} onChange={({ target }) => setTell(target.checked)}>
        保存后把新的时间或地点告知报名人和参训人员（只是改正笔误的，可以不告知）
      </Checkbox>
      {tell && <CallReach call="POST /staff/training/course/save" inputs={[{ id, version, form: typed, tell }]} />}
    </div>
  )
}

function SectionView({ of, fields }: { of: StaffCourseDetail; fields: FormField[] }) {
  const isRead = ({ name }: FormField) => name !== SYLLABUS
  const syllabus = of.values[SYLLABUS]
  return (
    <>
      <Facts
        facts={fields.filter(isRead).map(field => [field.label, <Value key={field.name} of={of} field={field} />])}
      />
      {!fields.every(isRead) && syllabus && (
        <div className="course-syllabus">
          <Prose html={String(syllabus)} />
        </div>
      )}
    </>
  )
}

function Value({ of, field }: { of: StaffCourseDetail; field: FormField }) {
  const value = of.values[field.name]
  if (field.name === ATTACHMENTS)
    return of.files.length === 0 ? (
      '没有'
    ) : (
      <ul role="list">
        {of.files.map(({ id, name, url, size }) => (
          <li key={id}>
            <a href={url}>{name}</a>（{fileSize(size)}）
          </li>
        ))}
      </ul>
    )
  if (field.kind === 'picture')
    return value ? <img className="course-cover" src={`/api/file/${value}?w=320`} alt={field.label} /> : '没有'
  if (field.name === 'notice' && value) return <Link to={`/staff/articles/${value}`}>文章 {String(value)}</Link>
  const rows = tableOf(field, value)?.rows
  if (rows && field.name === 'sessions') return byDay(rows) || '没有设置'
  if (rows) return rows.map(row => row.filter(Boolean).join('，')).join('；') || '没有设置'
  return fieldText(field, value) || '未填写'
}

/** Maximum number of sessions listed; more are only counted. */
const MAX_SESSIONS_LISTED = 16

/** Half days, each day said once; of many, from when till when. */
function byDay(rows: string[][]): string {
  if (rows.length > MAX_SESSIONS_LISTED)
    return `共 ${rows.length} 场，${rows[0]!.join(' ')} 至 ${rows.at(-1)!.join(' ')}`
  return Object.entries(Object.groupBy(rows, ([day]) => day!))
    .map(([day, halves]) => `${day} ${halves!.map(([, half]) => half).join('、')}`)
    .join('；')
}
