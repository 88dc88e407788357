export default function StaffCertificates() {
  return null
}
