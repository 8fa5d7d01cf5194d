import { Code, TextInput, type TextInputProps } from '@mantine/core';

export function SetupTokenInput(props: TextInputProps) {
  return (
    <TextInput
      label="Setup token"
      description={
        <>
          Leadline shows a setup link when it starts. For another one, run <Code>leadline setup-token</Code>.
        </>
      }
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
