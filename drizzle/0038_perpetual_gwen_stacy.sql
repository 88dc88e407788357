ALTER TABLE "refund" ADD COLUMN "approval_until" timestamp with time zone;--> statement-breakpoint
UPDATE "refund" SET "approval_until" = "approval"."expires_at" FROM "approval" WHERE "approval"."id" = "refund"."approval_id";
