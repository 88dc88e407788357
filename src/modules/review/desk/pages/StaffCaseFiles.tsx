import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { FilePreview } from '#ui/file/FilePreview.tsx'
import { FileSheet } from '#ui/file/FileSheet.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { Case } from './caseDecisions.ts'
import { RemarkAndAnswer } from './StaffCaseForm.tsx'
import { StaffRemark } from './StaffRemark.tsx'
import { type RemarkDrafts, slotRemark } from './useRemarks.ts'

type Slot = Case['materials'][number]
type File = Slot['files'][number]

/** Lists the files to review: the payment slip first, then the materials if any were submitted. */
export function slotsOf({ payment, materials }: Case): Slot[] {
  const slip = payment?.slip
  const handedIn = materials.some(({ files }) => files.length > 0)
  return [
    ...(slip ? [{ ...BARE, slot: 'slip', name: '汇款凭证', files: [slip] }] : []),
    ...materials.filter(({ files, required }) => files.length > 0 || (required && handedIn)),
  ]
}
const BARE = { required: false, match: null, signature: null, remark: null, answer: null, changed: false }

type Props = {
  of: Case
  remarking?: RemarkDrafts
  /** Further content beside the form. */
  children: ReactNode
}

/** The materials, and below them the one that is looked at; where there is no room for that, over the page. */
export function StaffCaseFiles({ of, remarking, children }: Props) {
  const isWide = useWide()
  const slots = slotsOf(of)
  const [chosen, setChosen] = useState<File>()
  const shown = chosen ?? (isWide ? slots.flatMap(({ files }) => files)[0] : undefined)
  return (
    <div className="case-side">
      <section className="desk-card case-files">
        <h2>材料</h2>
        <ul role="list">
          {slots.map(slot => (
            <li key={slot.slot}>
              <p className="case-slot">
                <b>{slot.name}</b>
                {slot.match && <Match of={slot.match} />}
                {slot.signature && <Signature of={slot.signature} />}
                {slot.changed && <Tag tone="warn">本次有改动</Tag>}
              </p>
              {slot.files.length === 0 && <p className="case-blank">未上传</p>}
              {slot.files.map(file => (
                <button
                  key={file.id}
                  type="button"
                  className="case-file"
                  aria-pressed={isWide ? shown?.id === file.id : undefined}
                  onClick={() => setChosen(file)}
                >
                  {file.name}
                  <span>{fileSize(file.size)}</span>
                </button>
              ))}
              <RemarkAndAnswer remark={slot.remark} answer={slot.answer} />
              {remarking && slot.slot !== 'slip' && (
                <StaffRemark name={slotRemark(slot.slot)} label={slot.name} remarking={remarking} />
              )}
            </li>
          ))}
        </ul>
      </section>
      {shown &&
        (isWide ? (
          <section className="desk-card case-sheet" aria-label="材料预览">
            <FileSheet key={shown.id} file={shown} level={2} />
          </section>
        ) : (
          <FilePreview key={shown.id} file={shown} onClose={() => setChosen(undefined)} />
        ))}
      {children}
    </div>
  )
}

const matches: Record<NonNullable<Slot['match']>, { tone: Tone; words: string }> = {
  current: { tone: 'good', words: '二维码核对：与现在的申请表一致' },
  outdated: { tone: 'warn', words: '二维码核对：打印后申请表又改过' },
  other: { tone: 'bad', words: '二维码核对：是另一份申请的' },
  none: { tone: 'warn', words: '二维码核对：没有识别到二维码' },
  unread: { tone: 'plain', words: '正在识别二维码…' },
}

const Match = ({ of }: { of: NonNullable<Slot['match']> }) => <Tag tone={matches[of].tone}>{matches[of].words}</Tag>

const Signature = ({ of: { by, at, isWhole } }: { of: NonNullable<Slot['signature']> }) =>
  isWhole ? (
    <Tag tone="good">
      电子签章：{by}，{minute(at)} 收到
    </Tag>
  ) : (
    <Tag tone="bad">电子签章：{by}，但文件与收到时不同</Tag>
  )

/** Matches screens wide enough for form and preview side by side. */
const wide = () => matchMedia('(min-width: 1150px)')
const useWide = () =>
  useSyncExternalStore(
    changed => {
      const query = wide()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => wide().matches,
  )
