import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
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
  const [made, setMade] = useState<{ shares: Share[]; threshold: number }>()
  // The dialog goes on to the shares instead of closing.
  const isMade = useRef(false)
  if (made)
    return (
      <ShareSheets
        title={of.title}
        {...made}
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
        setMade({ threshold, shares: tellers.map((teller, i) => ({ teller, share: shares[i]! })) })
        isMade.current = true
      }}
      close={() => {
        if (!isMade.current) close()
      }}
    />
  )
}

type SheetsProps = { title: string; shares: Share[]; threshold: number; close: () => void }

/** The shares, one at a time: each teller sees their own, and takes it along on paper or as a file. */
function ShareSheets({ title, shares, threshold, close }: SheetsProps) {
  const [at, setAt] = useState(0)
  const [isShown, show] = useState(false)
  const [taken, setTaken] = useState(false)
  const [problem, setProblem] = useState('')
  const [sheet, setSheet] = useState<{ qr: string; groups: string[] }>()
  const { teller, share } = shares[at]!
  const isLast = at === shares.length - 1
  useEffect(() => {
    setSheet(undefined)
    // The code is drawn in this browser, as the share was made here.
    Promise.all([import('qrcode'), import('../protocol/tellersKey.ts')])
      .then(async ([{ toDataURL }, { shareGroups }]) => {
        const groups = shareGroups(share)
        setSheet({
          groups,
          qr: await toDataURL(groups.join('-'), { margin: 2, width: 480, errorCorrectionLevel: 'Q' }),
        })
      })
      .catch(error => setProblem(toRefusal(error).message))
  }, [share])
  const save = () => {
    try {
      const text = `${title}\n计票员：${teller}\n密钥份额（请保密，开票时输入或扫码）：\n${sheet!.groups.join('-')}\n`
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
      <p>
        请{teller}本人来看，其他人回避。份额只显示这一次，系统没有保存；丢了不能补发：开票须 {threshold}{' '}
        名计票员，最多可以有 {shares.length - threshold} 份丢失。
      </p>
      {isShown && sheet ? (
        <ShareSheet title={title} teller={teller} {...sheet} />
      ) : (
        <Button disabled={!sheet} onClick={() => show(true)}>
          {teller}本人在看，显示
        </Button>
      )}
      {problem && <p role="alert">{problem}</p>}
      {isShown && sheet && (
        <div className="form-actions">
          <Button
            onClick={() => {
              print()
              setTaken(true)
            }}
          >
            打印一页
          </Button>
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

type SheetProps = { title: string; teller: string; qr: string; groups: string[] }

/** A share on the screen, and the page that is printed of it alone. */
function ShareSheet({ title, teller, qr, groups }: SheetProps) {
  const body = (
    <>
      <img src={qr} alt="密钥份额的二维码" width="180" height="180" />
      <ol className="teller-share">
        {groups.map((group, i) => (
          <li key={i}>
            <code>{group}</code>
          </li>
        ))}
      </ol>
    </>
  )
  return (
    <>
      <div className="teller-sheet-screen">{body}</div>
      {createPortal(
        <div className="teller-sheet" aria-hidden="true">
          <h1>密钥份额：{teller}</h1>
          <p>{title}</p>
          {body}
          <p>
            开票时扫描二维码，或按次序输入各组，不分大小写。每组最后一个是校验位，输错时屏幕指出是哪一组。请密封保管，不要拍照、不要给别人看；
            系统没有保存，丢了不能补发。
          </p>
        </div>,
        document.body,
      )}
    </>
  )
}
