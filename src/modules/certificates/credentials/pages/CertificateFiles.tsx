import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import './certificateFiles.css'

type Props = { of: { certId: number; certNo: string } }

/** What a holder may take of a certificate beside its sheet. */
export const CertificateFiles = ({ of: { certId, certNo } }: Props) => (
  <ul className="certificate-files" role="list">
    <li>
      <b>可验证凭证（.jwt）</b>
      <span>
        国际通用的电子凭证（W3C），带本协会签名，招标平台、采购方的程序可以自动核验真伪和今天的状态。可导入支持文件导入的数字钱包，或直接发给对方；个人姓名只显示首尾。
      </span>
      <DownloadButton from="GET /cert/credential" input={{ number: certNo }}>
        下载可验证凭证
      </DownloadButton>
    </li>
    <li>
      <b>卡片图片（PNG）</b>
      <span>
        银行卡大小，带查验二维码，可存在手机相册里出示，也可打印。二维码打开的是全部登记内容，请只向需要的人出示。
      </span>
      <DownloadButton from="GET /member/certificate/card" input={{ certId }}>
        下载卡片图片
      </DownloadButton>
    </li>
  </ul>
)
