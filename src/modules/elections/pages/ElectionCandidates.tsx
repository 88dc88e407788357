import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { ElectionFile } from './electionForm.ts'

type Candidate = ElectionFile['candidates'][number]
type About = { of: ElectionFile; candidate: Candidate }

const act = defineAct<About>()
const seen = ({ of, candidate }: About) => ({ id: of.id, version: of.version, candidateId: candidate.id })

const accept = act({
  name: '列入',
  call: 'POST /staff/election/review',
  confirm: ({ candidate }) =>
    candidate.faults.length > 0
      ? `有不符合规定的：${candidate.faults.join('；')}。章程允许例外的，写明理由后可以列入。`
      : '职务的规定都符合。',
  fields: ({ candidate }) =>
    candidate.faults.length > 0
      ? [{ name: 'reason', label: '例外的理由', section: '', kind: 'paragraph', max: 200 }]
      : [],
  input: (about, values) => ({ ...seen(about), accepts: true, reason: String(values.reason ?? '') }),
  done: '已列入候选人',
})
const refuse = act({
  name: '不列入',
  call: 'POST /staff/election/review',
  confirm: '提名人在会员中心看到未列入；可以再列入。',
  fields: [{ name: 'reason', label: '理由', section: '', kind: 'paragraph', required: true, max: 200 }],
  input: (about, values) => ({ ...seen(about), accepts: false, reason: String(values.reason ?? '') }),
  done: '已登记未列入',
})
const answer = act({
  name: '登记答复',
  call: 'POST /staff/election/consent',
  confirm: '在会员中心答复的不用登记；这里登记书面的答复。',
  fields: [
    {
      name: 'agrees',
      label: '答复',
      section: '',
      kind: 'choice',
      required: true,
      options: [
        { code: 'yes', name: '同意作候选人' },
        { code: 'no', name: '不同意，或退出' },
      ],
    },
    { name: 'note', label: '怎样答复', section: '', kind: 'text', required: true, max: 100, hint: '例如“书面同意书”' },
  ],
  input: ({ of, candidate }, values) => ({
    id: of.id,
    candidateId: candidate.id,
    agrees: values.agrees === 'yes',
    note: String(values.note ?? ''),
  }),
  done: '答复已登记',
})

/** Candidates with consent, review and result. */
export function ElectionCandidates({ of, reload }: { of: ElectionFile; reload: () => void }) {
  const hasResult = of.candidates.some(({ units }) => units !== null)
  return (
    <section className="desk-card">
      <h2>{hasResult ? '候选人和得票' : '被提名的人'}</h2>
      <Table
        caption="候选人"
        rows={of.candidates}
        columns={[
          {
            name: '姓名',
            cell: one => (
              <>
                {one.personName} {one.isReelected && <Tag>连任</Tag>}
                <span className="cell-note">{[one.companyName, one.position].filter(Boolean).join('　')}</span>
              </>
            ),
          },
          { name: '职务', cell: ({ contestName }) => contestName },
          { name: '提名', cell: ({ nominatorName }) => nominatorName },
          {
            name: '本人',
            cell: ({ consentName, consentBy }) => (
              <>
                {consentName}
                {consentBy && <span className="cell-note">{consentBy}</span>}
              </>
            ),
          },
          {
            name: '审查',
            cell: one => (
              <>
                {one.reviewName}
                {one.reviewReason && <span className="cell-note">{one.reviewReason}</span>}
                {one.review === 'pending' &&
                  one.faults.map(fault => (
                    <span key={fault} className="cell-note">
                      {fault}
                    </span>
                  ))}
              </>
            ),
          },
          ...(hasResult
            ? [
                { name: '得票', cell: ({ units }: Candidate) => units ?? '—', isFigure: true },
                {
                  name: '结果',
                  cell: (one: Candidate) => (
                    <>
                      {one.outcome === 'elected' && one.consent !== 'declined' ? (
                        <Tag tone="good">当选</Tag>
                      ) : (
                        one.outcomeName
                      )}
                      {one.settlement && <span className="cell-note">{one.settlement}</span>}
                    </>
                  ),
                },
              ]
            : []),
          { name: '办理', cell: candidate => <RowActs of={of} candidate={candidate} reload={reload} /> },
        ]}
      />
    </section>
  )
}

function RowActs({ of, candidate, reload }: About & { reload: () => void }) {
  const about = { of, candidate }
  // A name written in on the slips is asked and reviewed once it is elected.
  const isLate = candidate.outcome === 'elected' && (of.state === 'voting' || of.state === 'decided')
  const isOpen = of.state === 'nominating' || (isLate && candidate.review === 'pending')
  const props = { of: about, called: candidate.personName, reload, size: 'small' } as const
  return (
    <span className="form-actions">
      {isOpen && candidate.review !== 'accepted' && <ActButton act={accept} {...props} />}
      {isOpen && candidate.review !== 'refused' && <ActButton act={refuse} {...props} />}
      {(isOpen || isLate || of.state === 'candidates') && <ActButton act={answer} {...props} />}
    </span>
  )
}
