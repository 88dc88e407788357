export default function StaffCertificate() {
  return null
}
