export default function StaffFees() {
  return null
}
