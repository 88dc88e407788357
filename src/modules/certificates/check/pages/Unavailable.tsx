import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { Icon } from '#ui/Icon.tsx'
import './unavailable.css'

/** The register could not be asked: never to be taken for an answer about a certificate. */
export function Unavailable({ message, retry }: { message: string; retry?: () => void }) {
  return (
    <section className="unavailable" role="alert">
      <Icon name="clock" size={34} />
      <div>
        <p className="unavailable-title">现在无法查验，这不代表证书无效</p>
        <p>{message}</p>
        <p>
          请稍后再查；着急核对的，请致电协会核实，电话见
          <PlaceLink to="contact" otherwise="本页下方">
            联系我们
          </PlaceLink>
          。
        </p>
        {retry && (
          <button type="button" className="button" onClick={retry}>
            再查一次
          </button>
        )}
      </div>
    </section>
  )
}
