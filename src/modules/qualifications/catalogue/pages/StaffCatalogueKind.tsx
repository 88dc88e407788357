import './staffCatalogue.css'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { formSectionOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import { useSections } from '#layouts/staff/useSections.ts'
import type { Output } from '#lib/contract.ts'
import { choicesIn, type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { NextNumber } from '#modules/certificates/catalogue/pages/NextNumber.tsx'
import { AnsweredGone } from '#modules/review/pages/AnsweredGone.tsx'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { RecordHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { Tag } from '#ui/Tag.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import { kindSections } from '../catalogueForm.ts'
import type { Route } from './+types/StaffCatalogueKind'

export { staffCatalogueKind as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/qualification/kind/detail', { id: pathId(params.id) }),
)

export type Kind = Output<ApiContract['GET /staff/qualification/kind/detail']>

/** Settings of one kind (application, review, numbering, fees), one card per section. */
export default function StaffCatalogueKind({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  const revalidate = useRevalidate()
  const { cardOf, said } = useSections((form, version = of.version) =>
    recordCalls('qualificationKind').save({ id: of.id, version, form: { ...of.values, ...form } }),
  )
  return (
    <>
      <Head of={of} />
      {kindSections.map(section => (
        <KindCard key={section} of={of} {...cardOf(section)} />
      ))}
      <RecordHistory type="qualificationKind" objectId={of.id} seen={of.version} done={() => void revalidate()} />
      <StatusMessage>{said}</StatusMessage>
    </>
  )
}

function Head({ of }: { of: Kind }) {
  const navigate = useNavigate()
  const [asking, ask] = useState(false)
  const isTaken = choicesIn(of.values, 'flags').includes('isOpen')
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.name} <Tag tone={isTaken ? 'good' : 'warn'}>{isTaken ? '接受申请' : '暂停受理'}</Tag>
        </h2>
        <Button type="text" danger onClick={() => ask(true)}>
          删除
        </Button>
      </div>
      <p>
        {of.groupName} · 有效证书 {of.certificates} 张 · 在办申请 {of.applications} 份
        {of.changed && ` · ${of.changed.actorName} 于 ${of.changed.at} 修改过`}
      </p>
      <p className="kind-links">
        <Link to="/staff/qualification-kinds">全部种类</Link>
        <Link to={`/admin/publicity/qualification/guide/${of.id}`}>公开的办事指南</Link>
      </p>
      <Removal
        title="删除种类"
        of={asking ? of : undefined}
        remove={({ id, version }) => recordCalls('qualificationKind').remove({ id, version })}
        done={() => void navigate('/staff/qualification-kinds')}
        close={() => ask(false)}
      />
    </section>
  )
}

function KindCard({ of, ...card }: SectionProps & { of: Kind }) {
  const part = formSectionOf(of, card.section)
  const has = (wanted: string) => part.fields.some(({ name }) => name === wanted)
  const below = (typed: FormValues) => (
    <>
      {has('numberRule') && numberOf(of, typed)}
      {has('fields') && <AnsweredGone answered={of.answered} typed={typed} />}
    </>
  )
  return (
    <SectionCard {...card} {...part} version={of.version} below={below}>
      <SectionView of={of} fields={part.fields} values={part.values} />
    </SectionCard>
  )
}

function SectionView({ of, fields, values }: { of: Kind; fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <Facts
          facts={plain.map(field => [
            field.label,
            <Fragment key={field.name}>
              {fieldText(field, values[field.name]) || '未设置'}
              {field.name === 'numberRule' && numberOf(of, values)}
            </Fragment>,
          ])}
        />
      )}
      {fields.map(field => {
        const table = tableOf(field, values[field.name])
        if (!table) return null
        if (table.rows.length === 0) return <p key={field.name}>还没有填写。</p>
        return <RowsTable key={field.name} caption={field.label} {...withoutBlanks(table)} />
      })}
    </>
  )
}

const numberOf = ({ values }: Kind, { numberRule, code }: FormValues) => (
  <NextNumber rule={numberRule} code={code} level={rowsIn(values, 'levels')[0]?.code} />
)
