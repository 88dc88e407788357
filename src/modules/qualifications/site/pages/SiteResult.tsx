import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { type FindingResult, findingResultNames } from '../../siteReview.ts'
import type { SiteReview } from './StaffSiteReview.tsx'

const tones: Record<FindingResult, Tone> = {
  conforms: 'good',
  mostlyConforms: 'warn',
  fails: 'bad',
  notApplicable: 'plain',
}
export const correctionTones: Record<SiteReview['list'][number]['result'], Tone> = {
  open: 'water',
  accepted: 'good',
  refused: 'bad',
}

/** The record as it was concluded. */
export const SiteResult = ({ of }: { of: SiteReview }) => (
  <>
    {of.list.length > 0 && of.stage !== 'verifying' && (
      <section className="desk-card">
        <h2>不符合项</h2>
        <ul className="site-corrections" role="list">
          {of.list.map(one => (
            <li key={one.id}>
              <Correction of={one} isOver={of.conclusion === 'notRecommended'} />
            </li>
          ))}
        </ul>
      </section>
    )}
    <section className="desk-card site-result">
      <h2>评审结论</h2>
      <Facts
        facts={[
          ['结论', of.conclusionName],
          ['评审综述', of.summary],
          ['提交时间', minute(of.recordedAt!)],
        ]}
      />
      <h3>签字的评审记录</h3>
      <Upload use="material" label="签字的评审记录" value={of.files} onChange={() => {}} readOnly />
      {of.findings.length > 0 && (
        <>
          <h3>检查表</h3>
          <Table
            caption="检查表"
            rows={of.findings}
            keyOf={({ place }) => place}
            columns={[
              { name: '条款', cell: ({ clause }) => clause, nowrap: true },
              { name: '检查内容', cell: ({ content }) => content },
              {
                name: '结果',
                cell: ({ result }) => result && <Tag tone={tones[result]}>{findingResultNames[result]}</Tag>,
                nowrap: true,
              },
              { name: '说明', cell: ({ remark }) => remark || '—' },
            ]}
          />
        </>
      )}
    </section>
  </>
)

type CorrectionProps = { of: SiteReview['list'][number]; isOver?: boolean }

/** Nonconformity with the applicant's correction; no correction if the application ended there. */
export const Correction = ({ of, isOver }: CorrectionProps) => (
  <>
    <div className="site-correction-head">
      <h3>
        不符合项 {of.place}　{of.clause}
      </h3>
      {!isOver && <Tag tone={correctionTones[of.result]}>{of.resultName}</Tag>}
    </div>
    <p>{of.description}</p>
    <Facts
      facts={[
        ['整改期限', !isOver && of.dueOn],
        ['整改情况', of.correction],
        ['上次未通过', of.remark],
        ['验证日期', of.verifiedOn],
      ]}
    />
    {of.files.length > 0 && (
      <Upload use="material" label={`不符合项 ${of.place} 的证据`} value={of.files} onChange={() => {}} readOnly />
    )}
  </>
)
