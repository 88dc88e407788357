import { isFinal, ticketWords } from '../ticketWords.ts'
import type { Begun, Progress } from './useTicketPolling.ts'
import './wechat.css'

type Props = { begun: Begun; state: Progress; again: () => void; busy: boolean }

/** The code to be scanned, the number that is typed on the phone, and how far that is. */
export const Code = ({ begun: { qr, number }, state, again, busy }: Props) => (
  <div className="wechat-code">
    <img src={qr} alt="微信二维码" width="220" height="220" data-over={isFinal(state) || undefined} />
    <div>
      <p>手机上要输入的数字</p>
      <p className="wechat-number">{number}</p>
      <p role="status">{ticketWords[state]}</p>
      <p className="wechat-same-phone">微信就在这部手机上时：截屏保存二维码，再打开微信“扫一扫”，从相册选这张图。</p>
      {isFinal(state) && (
        <button type="button" className="button" aria-disabled={busy} onClick={again}>
          换一个二维码
        </button>
      )}
    </div>
  </div>
)
