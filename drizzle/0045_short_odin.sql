CREATE TABLE "e_invoice_token" (
	"app_key" text PRIMARY KEY NOT NULL,
	"value_sealed" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone,
	"asked" jsonb DEFAULT '[]'::jsonb NOT NULL
);
