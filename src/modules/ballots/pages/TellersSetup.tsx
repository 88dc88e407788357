import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { saveBlob } from '#api/objectUrl.ts'
import { toRefusal } from '#api/useApi.ts'
import { Refusal } from '#lib/error.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { MAX_TELLERS } from '../ballotWords.ts'
import type { BallotDetail } from './ballotActs.tsx'

type Share = { teller: string; share: string }

/** Makes the key of the tellers in this browser. Only its public half leaves it; each share is shown once, to its teller. */
export function TellersSetup({ of, reload, close }: { of: BallotDetail; reload: () => void; close: () => void }) {
  const [shares, setShares] = useState<Share[]>()
  // The dialog goes on to the shares instead of closing.
  const isMade = useRef(false)
  if (shares)
    return (
      <ShareSheets
        of={of}
        shares={shares}
        close={() => {
          close()
          reload()
        }}
      />
    )
  return (
    <FormDialog
      title={`计票员和密钥：${of.title}`}
      intro={
        <p>
          密钥在这个浏览器里生成并拆成几份，每名计票员一份；系统只收公钥，没有任何人能单独开票。
          请计票员都在场，各自当场取走自己的一份。{of.tellersKey && '原来的份额随之作废。'}
        </p>
      }
      fields={[
        {
          name: 'tellers',
          label: '计票员',
          section: '',
          kind: 'paragraph',
          required: true,
          hint: `一行一人，2 至 ${MAX_TELLERS} 人`,
        },
        {
          name: 'threshold',
          label: '几人一起可以开票',
          section: '',
          kind: 'number',
          required: true,
          min: 2,
          max: MAX_TELLERS,
          hint: '少于全体，以防有人丢失份额；丢失的多于余下的，选票就永远打不开',
        },
      ]}
      initial={{ tellers: of.tellers.join('\n'), threshold: of.threshold ?? 2 }}
      action="生成密钥"
      send={async values => {
        const tellers = String(values.tellers ?? '')
          .split('\n')
          .map(line => line.trim())
          .filter(Boolean)
        const threshold = Number(values.threshold)
        const wrong = {
          ...((tellers.length < 2 || tellers.length > MAX_TELLERS) && { tellers: `应为 2 至 ${MAX_TELLERS} 人` }),
          ...(!(threshold >= 2 && threshold <= tellers.length) && { threshold: `应为 2 至 ${tellers.length}` }),
        }
        if (Object.keys(wrong).length > 0) throw new Refusal(400, '请更正', wrong)
        if (!globalThis.crypto?.subtle) throw new Refusal(0, '这个浏览器不能生成密钥，请用 HTTPS 地址打开')
        const { makeTellersKey } = await import('../protocol/tellersKey.ts')
        const { publicKey, commitments, shares } = await makeTellersKey(tellers.length, threshold)
        await browserApi('POST /staff/ballot/tellers', {
          id: of.id,
          version: of.version,
          tellers,
          threshold,
          publicKey,
          commitments,
        })
        setShares(tellers.map((teller, i) => ({ teller, share: shares[i]! })))
        isMade.current = true
      }}
      close={() => {
        if (!isMade.current) close()
      }}
    />
  )
}

/** The shares, one at a time: each teller sees their own, and takes it along as a file or on paper. */
function ShareSheets({ of, shares, close }: { of: BallotDetail; shares: Share[]; close: () => void }) {
  const [at, setAt] = useState(0)
  const [isShown, show] = useState(false)
  const [taken, setTaken] = useState(false)
  const [problem, setProblem] = useState('')
  const { teller, share } = shares[at]!
  const isLast = at === shares.length - 1
  const save = () => {
    try {
      const text = `${of.title}\n计票员：${teller}\n密钥份额（请保密，开票时输入）：\n${share}\n`
      saveBlob(new Blob([text], { type: 'text/plain' }), `密钥份额-${teller}.txt`)
      setTaken(true)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  const next = () => {
    if (isLast) return close()
    setAt(at + 1)
    show(false)
    setTaken(false)
  }
  return (
    <Modal
      title={`密钥份额 ${at + 1} / ${shares.length}：${teller}`}
      open
      footer={null}
      closable={false}
      maskClosable={false}
    >
      <p>请{teller}本人来看，其他人回避。份额只显示这一次，系统没有保存；丢了不能补发。</p>
      {isShown ? (
        <p>
          <code className="teller-share">{share}</code>
        </p>
      ) : (
        <Button onClick={() => show(true)}>{teller}本人在看，显示</Button>
      )}
      {problem && <p role="alert">{problem}</p>}
      {isShown && (
        <div className="form-actions">
          <Button onClick={save}>存成文件</Button>
          <Button onClick={() => setTaken(true)}>已抄在纸上</Button>
          <Button type="primary" disabled={!taken} onClick={next}>
            {isLast ? '完成' : '下一名计票员'}
          </Button>
        </div>
      )}
    </Modal>
  )
}
