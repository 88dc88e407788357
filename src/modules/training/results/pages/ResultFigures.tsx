import type { Results } from './resultViews.ts'

/** How many came, have a result, passed, and hold a certificate. */
export function ResultFigures({ of: { figures, hasExam, kindName } }: { of: Results }) {
  const { all, checkedIn, lacking, passed, makeupPassed, failed, absent, makeupFailed, makeupDue, rate } = figures
  return (
    <dl className="result-figures">
      <Figure name="名册" value={all} note={`报到 ${checkedIn}`} />
      <Figure name={hasExam ? '未录全' : '未公布'} value={lacking} note="" />
      <Figure name="合格" value={passed + makeupPassed} note={makeupPassed ? `其中补考 ${makeupPassed}` : ''} />
      <Figure
        name={hasExam ? '不合格与缺考' : '未完成'}
        value={failed + absent + makeupFailed}
        note={makeupDue && hasExam ? `可补考 ${makeupDue}` : ''}
      />
      <Figure name="合格率" value={rate === null ? '—' : `${rate}%`} note="" />
      {kindName && (
        <Figure name="已发证" value={figures.certified} note={figures.inBatch ? `审核中 ${figures.inBatch}` : ''} />
      )}
    </dl>
  )
}

const Figure = ({ name, value, note }: { name: string; value: number | string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
